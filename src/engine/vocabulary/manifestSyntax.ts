/** The files by which the tools of programming languages are configured, and how the lines of all of them begin. */

/** Manifests at the root; the group is that of workflows, which repeat what manifests say. */
export const manifestPath =
  /^(?:package\.json|composer\.json|pyproject\.toml|tox\.ini|setup\.(?:cfg|py)|cargo\.toml|go\.mod|mix\.exs|package\.swift|(?:gnu)?makefile|\.?justfile|rakefile|taskfile\.ya?ml|gradle\.properties|build\.gradle(?:\.kts)?|meson\.build|cmakelists\.txt|[^/]+\.gemspec|(\.github\/workflows\/|\.circleci\/|\.gitlab-ci|\.travis).*\.ya?ml)$/i;

/** Whether a file defines a workflow of continuous integration. */
export function isWorkflowPath(path: string): boolean {
  return manifestPath.exec(path)?.[1] !== undefined;
}

/** The name at the beginning of a line, and the value after it: a key, a section, a target of make or just, a task of Ruby. */
export const entryLine =
  /^\s*(?:- |task\W+)?[@["']*([A-Za-z](?:[\w./:-]*\w)?)["'\]]*(?:\s*(?:=>|=(?!=)|:(?=\s|$))|\s+(?=[\d(])|\s[^:]*:(?=\s|$)|\s*$)\s*(.*)$/;
/** A value that is a version, or a range of versions. */
export const versionValue = /^[^A-Za-z\n]*\d/;
