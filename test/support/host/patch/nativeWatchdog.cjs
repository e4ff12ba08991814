// Stands in for the native module @vscode/native-watchdog, which is not compiled here: ends this process when its parent has ended.
'use strict';

let watching = false;

exports.start = (parentPid) => {
  if (watching) throw new Error('A parent process is watched already');
  watching = true;
  const timer = setInterval(() => {
    try {
      process.kill(parentPid, 0);
    } catch {
      process.exit(87);
    }
  }, 1000);
  timer.unref();
};

exports.exit = (code) => process.exit(code ?? 0);
