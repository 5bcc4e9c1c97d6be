const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 20)) {
  process.stderr.write(
    `This repository needs Node 22.20 or newer to develop; this is ${process.versions.node}. ` +
      'On Linux the install brings its own Node; elsewhere please install a newer one.\n',
  );
  process.exit(1);
}
