/** The model picker: none, VS Code's models, those of the user's endpoint, another endpoint; and the commands about models. */

import * as vscode from 'vscode';
import { presets } from '../../models/presets.ts';
import { check, hasField, object, text } from '../../protocol/schema.ts';
import { t } from '../../protocol/text/translate.ts';
import { messageOf } from '../client/strings.ts';
import { chosenItem } from '../editor/chosenItem.ts';
import { commandItems, separator } from '../editor/listItems.ts';
import { count } from '../editor/numbers.ts';
import { endpointOptions } from './endpointModel.ts';
import { type ModelChoice, type ModelChoices, modelSettings } from './modelChoice.ts';
import { isOffline } from './requests/gate.ts';
import { manageTrustCommand, manageTrustLabel, whyRestricted } from './requests/trust.ts';
import { plainEndpoint, type Secrets } from './secrets.ts';

interface ModelItem extends vscode.QuickPickItem {
  readonly choice?: ModelChoice;
  /** Continues with another endpoint, with the name of a model of this one, or with VS Code's page on trust. */
  readonly next?: 'endpoint' | 'trust' | { readonly named: string };
  /** Runs a command instead. */
  readonly command?: string;
}

/** What can be done about the chosen model, its requests and its keys. */
const aboutModels = ['testModel', 'setSecret', 'showRequest', 'showSent', 'clearSent', 'withdrawConsent'].map((name) => `meshrag.${name}`);

/**
 * Lets the user choose the model for this workspace's answers; returns the choice. A keybinding may pass it instead: "none", "settings" for
 * the user's settings, or `{ vendor, id }` of one of VS Code's models.
 */
export async function chooseModel(
  choices: ModelChoices,
  secrets: Secrets,
  extension: vscode.Extension<unknown>,
  argument?: unknown,
): Promise<ModelChoice | undefined> {
  if (argument === 'settings') {
    await choices.choose(undefined);
    return choices.current;
  }
  const named = await namedBy(argument);
  if (named) {
    await choices.choose(named);
    return named;
  }
  const endpoint = endpointOf(choices);
  const item = await pickModel(choices.current, endpoint, secrets, commandItems(extension, aboutModels));
  if (item?.command !== undefined) {
    await vscode.commands.executeCommand(item.command);
    return undefined;
  }
  if (item?.next === 'trust') {
    await vscode.commands.executeCommand(manageTrustCommand);
    return undefined;
  }
  const choice = item?.next === 'endpoint' ? await chooseEndpoint(secrets) : item?.next ? await nameModel(item.next.named) : item?.choice;
  if (choice) await choices.choose(choice);
  return choice;
}

async function namedBy(argument: unknown): Promise<ModelChoice | undefined> {
  if (argument === 'none') return { kind: 'none' };
  if (!hasField(argument, 'vendor')) return undefined;
  const { vendor, id } = check(object({ vendor: text(), id: text() }), argument);
  const [found] = await vscode.lm.selectChatModels({ vendor, id });
  if (!found) throw new Error(t('VS Code offers no model {0} from {1}.', id, vendor));
  return { kind: 'editor', id, name: found.name || found.family || id, vendor };
}

/** The endpoint whose models are offered: the current one, otherwise that of the settings. */
function endpointOf({ current }: ModelChoices): string {
  return current.kind === 'endpoint' ? current.endpoint : modelSettings().endpoint;
}

/** Shows known models at once; an endpoint's models are added when it responds. */
function pickModel(
  current: ModelChoice,
  endpoint: string,
  secrets: Secrets,
  commands: readonly ModelItem[],
): Promise<ModelItem | undefined> {
  const pick = vscode.window.createQuickPick<ModelItem>();
  pick.title = t('Choose the model that writes the answers');
  pick.placeholder = t('Choose a model');
  pick.matchOnDescription = true;
  let editors: ModelItem[] = [];
  let offered: ModelItem[] = [];
  let waiting = endpoint === '' ? 1 : 2;

  const draw = (): void => {
    const none: ModelItem = {
      label: t('No model (quotes only)'),
      description: t('Nothing leaves this machine'),
      choice: { kind: 'none' },
    };
    const marked = [none, ...editors, ...offered].map((item) =>
      isSame(item.choice, current) ? { ...item, label: `$(check) ${item.label}` } : item,
    );
    const why = whyRestricted();
    const restricted = why === undefined ? [] : [trustItem(why)];
    const last: ModelItem = { label: `$(add) ${t('Add an endpoint…')}`, alwaysShow: true, next: 'endpoint' };
    pick.items = [...restricted, ...marked, separator(), last, separator(t('Requests and keys')), ...commands];
    pick.busy = waiting > 0;
  };
  const arrive = (): void => {
    waiting--;
    draw();
  };

  editorItems().then((items) => {
    editors = items;
    arrive();
  }, arrive);
  if (endpoint !== '') {
    endpointItems(endpoint, secrets).then((items) => {
      offered = items;
      arrive();
    }, arrive);
  }
  draw();
  return chosenItem(pick);
}

/** The first item in Restricted Mode: a choice takes effect later. */
function trustItem(why: string): ModelItem {
  return { label: `$(workspace-untrusted) ${why}`, detail: `${manageTrustLabel()}…`, alwaysShow: true, next: 'trust' };
}

async function editorItems(): Promise<ModelItem[]> {
  const models = await vscode.lm.selectChatModels({});
  if (models.length === 0) return [];
  const items = models.map(({ id, name, vendor, family, maxInputTokens }): ModelItem => {
    const description = `${vendor} · ${t('{0} tokens', count(maxInputTokens))}`;
    return { label: name || family || id, description, choice: { kind: 'editor', id, name: name || family || id, vendor } };
  });
  return [separator(t('Models of VS Code')), ...items];
}

/** The models of the endpoint, or an error item. The request sends nothing of the workspace. */
async function endpointItems(endpoint: string, secrets: Secrets): Promise<ModelItem[]> {
  const host = URL.canParse(endpoint) ? new URL(endpoint).host : endpoint;
  const title: ModelItem = separator(host);
  const named: ModelItem = { label: `$(edit) ${t('Enter a model name…')}`, next: { named: endpoint } };
  if (isOffline()) return [title, { ...named, description: t('offline') }];
  // In Restricted Mode the endpoint is not even asked for its models.
  const why = whyRestricted();
  if (why !== undefined) return [title, { ...named, detail: why }];
  try {
    const { listModels } = await import('../../models/openaiModel.ts');
    const models = await listModels({ ...(await endpointOptions(endpoint, secrets)), limits: { firstMs: 10_000 } });
    const items = models.map(({ id, contextTokens }): ModelItem => {
      const description = contextTokens === undefined ? host : `${host} · ${t('{0} tokens', count(contextTokens))}`;
      return { label: id, description, choice: { kind: 'endpoint', endpoint, model: id, contextTokens } };
    });
    return [title, ...items, named];
  } catch (error) {
    return [title, { ...named, detail: messageOf(error) }];
  }
}

/** Asks for an endpoint and its key, stores both, and offers its models. */
async function chooseEndpoint(secrets: Secrets): Promise<ModelChoice | undefined> {
  const items = presets.map(({ name, endpoint }) => ({ label: name, description: endpoint }));
  const other = { label: t('Other (OpenAI-compatible)'), description: '' };
  const picked = await vscode.window.showQuickPick([...items, other], {
    title: t('Add an endpoint'),
    placeHolder: t('Keys are kept in the secret storage of VS Code'),
    ignoreFocusOut: true,
  });
  if (!picked) return undefined;
  const preset = presets.find(({ name }) => name === picked.label);
  const typed = await vscode.window.showInputBox({
    title: t('The base URL of the endpoint'),
    value: preset?.endpoint ?? 'http://localhost:8080/v1',
    validateInput: endpointProblem,
    ignoreFocusOut: true,
  });
  if (typed === undefined) return undefined;
  const endpoint = plainEndpoint(typed.trim());
  const key = await vscode.window.showInputBox({
    title: t('API key for {0}', new URL(endpoint).host),
    prompt: preset?.needsKey ? t('Leave empty to keep the stored key.') : t('Leave empty if none is needed.'),
    password: true,
    ignoreFocusOut: true,
  });
  if (key === undefined) return undefined;
  if (key.trim() !== '') await secrets.setKey(endpoint, key.trim());
  await vscode.workspace.getConfiguration('meshrag.model').update('endpoint', endpoint, vscode.ConfigurationTarget.Global);
  const item = await pickOffered(endpoint, secrets);
  return item?.next ? nameModel(endpoint) : item?.choice;
}

async function pickOffered(endpoint: string, secrets: Secrets): Promise<ModelItem | undefined> {
  const items = endpointItems(endpoint, secrets);
  return vscode.window.showQuickPick(items, { title: t('Choose a model'), matchOnDetail: true, ignoreFocusOut: true });
}

async function nameModel(endpoint: string): Promise<ModelChoice | undefined> {
  const model = await vscode.window.showInputBox({ title: t('The name of the model'), ignoreFocusOut: true });
  return model?.trim() ? { kind: 'endpoint', endpoint, model: model.trim() } : undefined;
}

function endpointProblem(value: string): string | undefined {
  const url = URL.canParse(value.trim()) ? new URL(value.trim()) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return t('An http or https URL is needed; most end in /v1.');
  if (url.username !== '' || url.password !== '') return t('Keys are stored separately: leave them out of the URL.');
  if (/\b[A-Z]{4,}\b/.test(value)) return t('Replace {0} by your own name.', /\b[A-Z]{4,}\b/.exec(value)?.[0] ?? '');
  return undefined;
}

function isSame(a: ModelChoice | undefined, b: ModelChoice): boolean {
  if (a?.kind === 'endpoint' && b.kind === 'endpoint') return a.endpoint === b.endpoint && a.model === b.model;
  if (a?.kind === 'editor' && b.kind === 'editor') return a.id === b.id && a.vendor === b.vendor;
  return a?.kind === 'none' && b.kind === 'none';
}
