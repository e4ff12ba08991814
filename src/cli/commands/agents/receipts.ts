/** `meshrag receipts`: what agents were given of a folder, beside what the files that were named take whole. */

import { type Receipt, readReceipts, sumReceipts } from '../../../service/tools/receipts.ts';
import type { RunCommand } from '../../command.ts';
import { indexDirectoryPath, readFolders } from '../../openFolder.ts';
import { folderOptions, readArguments, withDirectory } from '../../options.ts';
import { clean, counted, formatBytes, formatCount } from '../../output.ts';

export const runReceipts: RunCommand = async (args, { output }) => {
  const { values, positionals } = readArguments(args, folderOptions);
  const named = withDirectory('receipts', values, positionals);
  const [folder] = [...readFolders(named).keys()] as [string];
  const receipts = readReceipts(indexDirectoryPath(folder, named.index));
  const total = sumReceipts(receipts);
  if (output.isJson) {
    output.json({ folder, calls: total.calls, characters: total.given, wholeBytes: total.whole, tools: receipts.map(toJson) });
    return 0;
  }
  if (total.calls === 0) output.line(`No agent has called a tool in ${clean(folder)}.`);
  else for (const one of [...receipts, ...(receipts.length > 1 ? [total] : [])]) output.line(receiptText(one));
  return 0;
};

function receiptText({ tool, calls, given, whole }: Receipt): string {
  return `${clean(tool).padEnd(13)}  ${counted(calls, 'call')}, ${formatCount(given)} characters returned; the named files total ${formatBytes(whole)}`;
}

function toJson({ tool, calls, given, whole }: Receipt): object {
  return { tool, calls, characters: given, wholeBytes: whole };
}
