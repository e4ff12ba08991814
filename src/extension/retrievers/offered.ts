/** The retrieval systems that the setting `meshrag.system` offers, with its descriptions in the user's language. */

import * as vscode from 'vscode';
import { check, list, listNames, object, record, text } from '../../protocol/schema.ts';
import { t } from '../../protocol/text/translate.ts';

export interface OfferedSystem {
  /** The value of the setting. */
  readonly id: string;
  /** What it does, needs and builds. */
  readonly description: string;
}

const setting = object({ enum: list(text()), enumDescriptions: list(text()) });
const section = object({ properties: record((value) => value) });

/** In the order of the manifest, the default first. */
export function offeredSystems(extension: vscode.Extension<unknown>): readonly OfferedSystem[] {
  const [general] = extension.packageJSON.contributes.configuration;
  const { enum: ids, enumDescriptions } = check(setting, check(section, general).properties['meshrag.system']);
  return ids.map((id, i) => ({ id, description: enumDescriptions[i] ?? '' }));
}

/** The system that answers. */
export function currentSystem(): string {
  return vscode.workspace.getConfiguration('meshrag').get('system', 'mesh');
}

/** Throws a readable error if a system is not offered, with those that may have been meant first. */
export function checkSystem(id: string, offered: readonly OfferedSystem[]): string {
  const ids = offered.map((one) => one.id);
  if (ids.includes(id)) return id;
  throw new Error(t('There is no retriever “{0}”; there are {1}.', id, listNames(ids, id)));
}
