/**
 * Takes the number of the client's process out of the arguments before the protocol's library is loaded, which would end this process some
 * time after the client's, without closing the index. `initialize` names it too.
 */

const at = process.argv.findIndex((argument) => argument.startsWith('--clientProcessId='));
if (at >= 0) process.argv.splice(at, 1);

// Makes it a module.
export {};
