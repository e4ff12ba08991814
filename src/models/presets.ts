/** Widely used endpoints and what they require. Any other OpenAI-compatible endpoint works as well. */

/** A known endpoint. */
export interface Preset {
  readonly name: string;
  /** The base URL; words in capitals are for the user to fill in. */
  readonly endpoint: string;
  /** Whether it requires a key. */
  readonly needsKey: boolean;
}

/** In display order. */
export const presets: readonly Preset[] = [
  { name: 'OpenAI', endpoint: 'https://api.openai.com/v1', needsKey: true },
  { name: 'Ollama', endpoint: 'http://localhost:11434/v1', needsKey: false },
  { name: 'LM Studio', endpoint: 'http://localhost:1234/v1', needsKey: false },
  { name: 'llama.cpp', endpoint: 'http://localhost:8080/v1', needsKey: false },
  { name: 'vLLM', endpoint: 'http://localhost:8000/v1', needsKey: false },
  { name: 'OpenRouter', endpoint: 'https://openrouter.ai/api/v1', needsKey: true },
  { name: 'Azure OpenAI', endpoint: 'https://RESOURCE.openai.azure.com/openai/v1', needsKey: true },
];

const azureHost = /\.(?:openai\.azure\.com|services\.ai\.azure\.com|cognitiveservices\.azure\.com)$/;

/** Azure expects its keys in a header of its own. */
export function azureHeaders(endpoint: string, apiKey: string | undefined): Record<string, string> {
  const isAzure = URL.canParse(endpoint) && azureHost.test(new URL(endpoint).hostname);
  return isAzure && apiKey ? { 'api-key': apiKey } : {};
}
