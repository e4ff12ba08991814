/** User settings that keep a fresh VS Code quiet: no popups, no lookups, no animations, one server for TypeScript, no search for open ports. */
const quietSettings: Record<string, unknown> = {
  '[jsonc]': { 'editor.autoClosingBrackets': 'never', 'editor.autoClosingQuotes': 'never' },
  'chat.commandCenter.enabled': false,
  'chat.disableAIFeatures': true,
  'editor.accessibilitySupport': 'off',
  'editor.cursorBlinking': 'solid',
  'editor.hover.delay': 100,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': 'off',
  'extensions.ignoreRecommendations': true,
  'files.hotExit': 'off',
  'files.simpleDialog.enable': true,
  'git.enabled': false,
  'git.openRepositoryInParentFolders': 'never',
  'json.schemaDownload.enable': false,
  'npm.autoDetect': 'off',
  'npm.fetchOnlinePackageInfo': false,
  'remote.autoForwardPorts': false,
  'security.workspace.trust.enabled': false,
  'telemetry.feedback.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'typescript.disableAutomaticTypeAcquisition': true,
  'typescript.tsserver.useSyntaxServer': 'never',
  'update.mode': 'none',
  'update.showReleaseNotes': false,
  'window.commandCenter': false,
  'window.restoreWindows': 'none',
  'workbench.colorTheme': 'Dark Modern',
  'workbench.enableExperiments': false,
  'workbench.reduceMotion': 'on',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.settings.enableNaturalLanguageSearch': false,
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
};

/** Workspace trust is on without a prompt: a folder stays untrusted. */
const restrictedSettings: Record<string, unknown> = {
  'security.workspace.trust.enabled': true,
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.banner': 'never',
  'security.workspace.trust.emptyWindow': false,
};

/** What a window's settings.json contains. */
export function settingsText(settings: Record<string, unknown>, restricted = false): string {
  return JSON.stringify({ ...quietSettings, ...(restricted ? restrictedSettings : {}), ...settings });
}
