// Loaded before the server where its memory is watched: answers each message with the bytes that are no garbage.
import { liveBytes } from '../support/liveMemory.ts';

process.on('message', () => process.send?.(liveBytes()));
// The server ends as it would without this.
process.channel?.unref();
