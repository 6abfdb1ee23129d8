"""The example trains with PyTorch."""


def test_the_script_of_the_example_trains(example_prints):
    assert "PyTorch: the loss goes from 1.22" in example_prints
