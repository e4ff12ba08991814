/**
 * Offers the MCP server to VS Code, one for each folder. It reads the index kept by the extension's own server, with the same settings, and
 * never writes it.
 */

import * as vscode from 'vscode';
import { concernsServer, readConfiguration } from '../client/configuration.ts';
import { sharedAddress } from '../client/sharedIndex.ts';
import { onDidChangeConsents } from '../models/requests/consents.ts';
import { whyWithheld } from '../models/requests/gate.ts';
import { createSecrets } from '../models/secrets.ts';

/** As in `package.json`. */
const providerId = 'meshrag';

export function registerMcpServers(context: vscode.ExtensionContext): vscode.Disposable[] {
  // Editors derived from VS Code may lack it.
  if (typeof vscode.lm.registerMcpServerDefinitionProvider !== 'function') return [];
  const changed = new vscode.EventEmitter<void>();
  const fire = () => changed.fire();
  return [
    changed,
    vscode.lm.registerMcpServerDefinitionProvider(providerId, {
      onDidChangeMcpServerDefinitions: changed.event,
      provideMcpServerDefinitions: () => mcpServers(context),
      resolveMcpServerDefinition: (server) => withPassword(server, context),
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(fire),
    vscode.workspace.onDidGrantWorkspaceTrust(fire),
    onDidChangeConsents(fire),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (concernsServer(event)) fire();
    }),
  ];
}

/** None in Restricted Mode and while offline: its results go to models. */
export function mcpServers(context: vscode.ExtensionContext): vscode.McpStdioServerDefinition[] {
  if (whyWithheld() !== undefined) return [];
  const { folders, system, synonyms, systemOptions } = readConfiguration(context);
  const open = folders.filter((folder) => folder.enabled);
  const version = String(context.extension.packageJSON.version);
  return open.map(({ uri, name, indexDirectory, settings, shared }) => {
    const label = open.length === 1 ? 'MeshRAG' : `MeshRAG: ${name}`;
    const place = [
      '--dir',
      vscode.Uri.parse(uri).fsPath,
      ...(indexDirectory === undefined ? [] : ['--index', indexDirectory, '--read-only']),
    ];
    const published = shared === undefined ? [] : ['--shared', shared.address, '--name', shared.name];
    const args = [context.asAbsolutePath('dist/cli.js'), 'mcp', ...place, ...published, '--system', system];
    // The editor's own executable runs it as Node.
    const env = {
      ELECTRON_RUN_AS_NODE: '1',
      MESHRAG_SETTINGS: JSON.stringify({ ...settings, synonyms, 'systems.options': systemOptions }),
    };
    return new vscode.McpStdioServerDefinition(label, process.execPath, args, env, version);
  });
}

/** The stored password of the shared index, if it is to read one: in its environment alone. */
async function withPassword(server: vscode.McpServerDefinition, context: vscode.ExtensionContext): Promise<vscode.McpServerDefinition> {
  const address = sharedAddress();
  if (address === undefined || !(server instanceof vscode.McpStdioServerDefinition)) return server;
  const password = server.args.includes('--shared') ? await createSecrets(context).keyOf(address) : undefined;
  if (password !== undefined) server.env = { ...server.env, PGPASSWORD: password, MESHRAG_SHARED_TOKEN: password };
  return server;
}
