// Who publishes this project, and where: `repository` in package.json is the one place that says it. Nothing is assumed where it is missing.

/**
 * @typedef {object} Identity
 * @property {string} owner of the repository
 * @property {string} repository its address, https
 * @property {string} homepage
 * @property {string} bugs
 * @property {string} mcpName the name in the MCP registry
 */

/**
 * @param {{ name: string, repository?: unknown }} manifest
 * @returns {Identity | undefined} `undefined` if the manifest names no repository on GitHub
 */
export function identityOf({ name, repository }) {
  const address = typeof repository === 'string' ? repository : /** @type {{ url?: unknown } | undefined} */ (repository)?.url;
  const [, owner, project] = /^(?:git\+)?https:\/\/github\.com\/([\w-]+)\/([\w.-]+?)(?:\.git)?$/.exec(String(address ?? '')) ?? [];
  if (owner === undefined || project === undefined) return undefined;
  const home = `https://github.com/${owner}/${project}`;
  return { owner, repository: home, homepage: `${home}#readme`, bugs: `${home}/issues`, mcpName: `io.github.${owner}/${name}` };
}
