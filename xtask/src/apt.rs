//! Packages of Debian and Ubuntu.

use std::process::Command;

use crate::process::{announce, probe};

/// Installs `packages`, if no password is needed. The error is the reason why it failed.
pub(crate) fn install(packages: &[&str]) -> Result<(), String> {
    probe(Command::new("apt-get").arg("--version")).map_err(|_| "there is no `apt-get`".to_owned())?;
    announce(format_args!("installing {}: apt-get install", packages.join(" and ")));
    // Container images have no lists of packages, and nothing can be installed without. If the update fails, old lists may do.
    let _ = probe(as_root()?.args(["apt-get", "update", "-qq"]));
    let mut install = as_root()?;
    install.args(["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install"]);
    install.args(["-y", "-qq", "--no-install-recommends"]).args(packages);
    probe(&mut install).map(drop).map_err(|reason| format!("`apt-get install` failed: {reason}"))
}

/// A command that runs its arguments as root.
fn as_root() -> Result<Command, String> {
    let user = probe(Command::new("id").arg("-u"))?;
    if user.trim() == "0" {
        return Ok(Command::new("env"));
    }
    let mut sudo = Command::new("sudo");
    sudo.arg("-n");
    probe(Command::new("sudo").args(["-n", "true"]))
        .map(|_| sudo)
        .map_err(|_| "`apt-get` needs root or a `sudo` without a password".to_owned())
}
