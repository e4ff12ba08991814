// Preloaded into a server whose memory is watched: answers each message with its live bytes.
import { liveBytes } from '../support/liveMemory.ts';

process.on('message', () => process.send?.(liveBytes()));
// Does not keep the server alive.
process.channel?.unref();
