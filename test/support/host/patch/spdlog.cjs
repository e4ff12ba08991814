// Stands in for the native module @vscode/spdlog, which is not compiled here: appends log lines to files, one logger per file.
// Without it VS Code runs, but writes no logs, and output channels have no file that a test could read.
'use strict';
const fs = require('node:fs');
const path = require('node:path');

const levels = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];

class Logger {
  constructor(file) {
    this.file = file;
    this.level = levels.indexOf('info');
    this.plain = false;
    this.open = true;
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.appendFileSync(file, '');
  }

  write(level, message) {
    if (!this.open || level < this.level) return;
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
    const text = this.plain ? String(message) : `${time} [${levels[level]}] ${message}\n`;
    try {
      fs.appendFileSync(this.file, text);
    } catch {
      // The folder of a finished run may be gone already; a lost log line must not end the host.
    }
  }

  trace(message) {
    this.write(0, message);
  }
  debug(message) {
    this.write(1, message);
  }
  info(message) {
    this.write(2, message);
  }
  warn(message) {
    this.write(3, message);
  }
  error(message) {
    this.write(4, message);
  }
  critical(message) {
    this.write(5, message);
  }
  getLevel() {
    return this.level;
  }
  setLevel(level) {
    this.level = level;
  }
  setPattern() {
    this.plain = false;
  }
  clearFormatters() {
    this.plain = true;
  }
  flush() {}
  drop() {
    this.open = false;
  }
}

// Named one by one, because VS Code imports this CommonJS module from an ES module, which sees only exports written so.
exports.version = 0;
exports.Logger = class extends Logger {
  constructor(_kind, _name, file) {
    super(file);
  }
};
exports.createRotatingLogger = async (_name, file) => new Logger(file);
exports.createAsyncRotatingLogger = async (_name, file) => new Logger(file);
exports.setLevel = () => {};
exports.setFlushOn = () => {};
