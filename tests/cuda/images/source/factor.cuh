#pragma once

typedef float Value;
