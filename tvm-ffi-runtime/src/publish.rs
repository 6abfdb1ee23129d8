//! Showing the functions of an embedded runtime to libraries that are loaded later.

use crate::catch::Result;

/// Makes the functions visible, before a library is loaded.
pub(crate) fn before_loading() -> Result {
    Ok(())
}
