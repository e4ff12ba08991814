// npm run plugin: writes the plugin folder for agents (Agent Plugins 1.0, and Claude Code's form beside it) from src/tools/guidance.ts.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sealedFile } from '../src/cli/install/sealed.ts';
import { explorerText, instructionsText, skillText } from '../src/tools/guidance.ts';
import { identityOf } from './lib/identity.js';
import { root } from './lib/pinnedNode.js';

const schemas = 'https://agent-plugins.org/schemas/1.0.0';
const command = 'npx';
const args = ['-y', 'meshrag', 'mcp'];

/**
 * The files of the folder, and the marketplace's list where the owner is known.
 * @returns {Record<string, string>} texts by path
 */
export function pluginFiles() {
  const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  const { name, version, license, keywords } = manifest;
  const identity = identityOf(manifest);
  const description =
    'Finds where something is in a project, and what a change would reach, by an index on this machine: no model, no key, no upload.';
  const about = {
    ...{ name, version, description, license, keywords },
    ...(identity && { author: { name: identity.owner }, homepage: identity.homepage, repository: identity.repository }),
  };
  // Lists in one line, as the formatter has them.
  const json = (/** @type {object} */ value) =>
    `${JSON.stringify(value, undefined, 2).replace(/\[\s+"[^\]]+\]/g, (list) => JSON.stringify(JSON.parse(list)).replaceAll('","', '", "'))}\n`;
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Claude Code puts the folder in its place.
  const claudeServer = { command, args: [...args, '--dir', '${CLAUDE_PROJECT_DIR}'] };
  return {
    'plugin/plugin.json': json({ $schema: `${schemas}/plugin.schema.json`, ...about }),
    'plugin/mcp.json': json({ $schema: `${schemas}/mcp.schema.json`, mcpServers: { meshrag: { type: 'stdio', command, args } } }),
    'plugin/skills/meshrag/SKILL.md': sealedFile(skillText),
    'plugin/agents/meshrag-explorer.agent.md': explorerText,
    'plugin/instructions/meshrag.instructions.md': instructionsText,
    'plugin/.claude-plugin/plugin.json': json({ ...about, mcpServers: { meshrag: claudeServer } }),
    ...(identity && {
      '.claude-plugin/marketplace.json': json({
        name,
        owner: { name: identity.owner },
        plugins: [{ name, source: './plugin', description }],
      }),
    }),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, text] of Object.entries(pluginFiles())) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), text);
  }
}
