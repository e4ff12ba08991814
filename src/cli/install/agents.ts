/** The agents that `meshrag install` knows: a row of data each. */

/** A file of a user: below the home directory (`~`) or the directory of configuration (`@`), by system if that differs. */
export type UserFile = string | Readonly<Record<'linux' | 'darwin' | 'win32', string>>;

/** How an entry is written: command and arguments, the same with a type, or all words as one list. */
export type EntryShape = 'command' | 'typed' | 'list';

export interface Agent {
  readonly title: string;
  /** The servers of a project, the first that exists or else the first. Agents without it have user files alone. */
  readonly projectFiles?: readonly string[];
  readonly userFiles: readonly UserFile[];
  /** The table or object of the servers; `toml` where the file is not JSON. */
  readonly key: string;
  readonly format?: 'toml';
  readonly shape: EntryShape;
  /** What starts npx on Windows: by the shell, or by its name there. */
  readonly windows: 'cmd' | 'npx.cmd';
  /** Added to the arguments: what stands for the folder, for agents that do not start servers there. */
  readonly folder?: '${workspaceFolder}';
  readonly instructions: string;
  readonly userInstructions?: string;
  /** Folders of skills, of a project and of the user. */
  readonly skills: string;
  readonly userSkills: string;
}

const shared = { instructions: 'AGENTS.md', skills: '.agents/skills', userSkills: '~/.agents/skills' } as const;
const likeClaude = { key: 'mcpServers', shape: 'command', windows: 'npx.cmd' } as const;
// biome-ignore lint/suspicious/noTemplateCurlyInString: the editors put the folder in its place.
const workspaceFolder = '${workspaceFolder}';

/** By the name that `--agent` takes. */
export const agents: Readonly<Record<string, Agent>> = {
  claude: {
    title: 'Claude Code',
    ...{ ...likeClaude, shape: 'typed', windows: 'cmd' },
    projectFiles: ['.mcp.json'],
    userFiles: ['~/.claude.json'],
    instructions: 'CLAUDE.md',
    userInstructions: '~/.claude/CLAUDE.md',
    skills: '.claude/skills',
    userSkills: '~/.claude/skills',
  },
  codex: {
    title: 'Codex',
    ...shared,
    projectFiles: ['.codex/config.toml'],
    userFiles: ['~/.codex/config.toml'],
    key: 'mcp_servers',
    format: 'toml',
    shape: 'command',
    windows: 'npx.cmd',
    userInstructions: '~/.codex/AGENTS.md',
  },
  cursor: {
    title: 'Cursor',
    ...shared,
    ...likeClaude,
    projectFiles: ['.cursor/mcp.json'],
    userFiles: ['~/.cursor/mcp.json'],
    folder: workspaceFolder,
  },
  copilot: {
    title: 'GitHub Copilot CLI',
    ...shared,
    // The project's file is also Claude Code's, so its entry is the same.
    ...{ ...likeClaude, shape: 'typed', windows: 'cmd' },
    projectFiles: ['.mcp.json'],
    userFiles: ['~/.copilot/mcp-config.json'],
    userInstructions: '~/.copilot/copilot-instructions.md',
  },
  vscode: {
    title: 'VS Code',
    ...shared,
    projectFiles: ['.vscode/mcp.json'],
    userFiles: ['@/Code/User/mcp.json'],
    key: 'servers',
    shape: 'typed',
    windows: 'npx.cmd',
    folder: workspaceFolder,
  },
  gemini: {
    title: 'Gemini CLI',
    ...shared,
    ...likeClaude,
    projectFiles: ['.gemini/settings.json'],
    userFiles: ['~/.gemini/settings.json'],
    instructions: 'GEMINI.md',
    userInstructions: '~/.gemini/GEMINI.md',
  },
  opencode: {
    title: 'opencode',
    ...shared,
    projectFiles: ['opencode.json', 'opencode.jsonc'],
    userFiles: ['~/.config/opencode/opencode.json', '~/.config/opencode/opencode.jsonc'],
    key: 'mcp',
    shape: 'list',
    windows: 'npx.cmd',
    userInstructions: '~/.config/opencode/AGENTS.md',
  },
  windsurf: {
    title: 'Windsurf',
    ...shared,
    ...likeClaude,
    userFiles: ['~/.codeium/windsurf/mcp_config.json'],
    userInstructions: '~/.codeium/windsurf/memories/global_rules.md',
    skills: '.windsurf/skills',
    userSkills: '~/.codeium/windsurf/skills',
  },
  zed: {
    title: 'Zed',
    ...shared,
    projectFiles: ['.zed/settings.json'],
    userFiles: [{ linux: '@/zed/settings.json', darwin: '~/.config/zed/settings.json', win32: '@/Zed/settings.json' }],
    key: 'context_servers',
    shape: 'command',
    windows: 'cmd',
  },
  kiro: {
    title: 'Kiro',
    ...likeClaude,
    projectFiles: ['.kiro/settings/mcp.json'],
    userFiles: ['~/.kiro/settings/mcp.json'],
    instructions: 'AGENTS.md',
    userInstructions: '~/.kiro/steering/AGENTS.md',
    skills: '.kiro/skills',
    userSkills: '~/.kiro/skills',
  },
  cline: {
    title: 'Cline',
    ...likeClaude,
    windows: 'cmd',
    userFiles: ['~/.cline/data/settings/cline_mcp_settings.json'],
    instructions: 'AGENTS.md',
    skills: '.cline/skills',
    userSkills: '~/.cline/skills',
  },
};

/** The name of the entry, and of the skill's folder. */
export const entryName = 'meshrag';

export type Entry = Readonly<Record<string, string | boolean | readonly string[]>>;

/**
 * The entry that starts the server.
 * @param folder the folder to serve, for an agent that starts servers elsewhere.
 */
export function serverEntry(
  { shape, windows, folder: placeholder }: Agent,
  platform: NodeJS.Platform,
  folder: string | undefined = placeholder,
): Entry {
  const program = platform !== 'win32' ? ['npx'] : windows === 'cmd' ? ['cmd', '/c', 'npx'] : ['npx.cmd'];
  const words = [...program, '-y', 'meshrag', 'mcp', ...(folder === undefined ? [] : ['--dir', folder])];
  if (shape === 'list') return { type: 'local', command: words, enabled: true };
  const [command = '', ...args] = words;
  return { ...(shape === 'typed' && { type: 'stdio' }), command, args };
}

/** Whether an entry starts this server and has no field that `serverEntry` would not write: another version or system of ours. */
export function isOurEntry(value: unknown, written: Entry): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { command, args } = value as { command?: unknown; args?: unknown };
  const words = [command, args].flat();
  return Object.keys(value).every((key) => key in written) && words.some((word, i) => word === 'meshrag' && words[i + 1] === 'mcp');
}
