// Takes the place of packages that pg loads in the bundle of the command line and is never asked for: its pool of connections, its parsers of
// values, its file of passwords.
module.exports = class Unused {
  constructor() {
    throw new Error('pg asks for what is not bundled');
  }

  /** Called when pg is loaded. */
  static getTypeParser() {
    return Unused;
  }
};
