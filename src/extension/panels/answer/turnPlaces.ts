/** Where the items of a turn lead: its sources, citations, quotes, and what its retriever found; with the lines and reasons that are asked for. */

import type { WireExplanation } from '../../../protocol/panels/explanation.ts';
import type { PanelItem, ToPanel } from '../../../protocol/panels/panel.ts';
import type { Source, WirePlace } from '../../../protocol/places.ts';
import { excerptRequest, searchRequest } from '../../../protocol/server.ts';
import { linkTargetRequest } from '../../../protocol/treeRows.ts';
import type { ServerClient } from '../../client/client.ts';
import { messageOf } from '../../client/strings.ts';
import type { Conversation } from './conversation.ts';

/** Number of lines shown of a source when it is unfolded, and of a citation on hover; a click opens the rest in its file. */
const excerptLines = { sources: 14, citations: 8, blocks: 8, explained: 8 } as const;

type Post = (message: ToPanel) => void;

export class TurnPlaces {
  readonly #conversation: Conversation;
  readonly #client: ServerClient;
  readonly #post: Post;
  /** What retrievers found on their way, by turn. */
  readonly #explained = new Map<number, WireExplanation>();

  constructor(conversation: Conversation, client: ServerClient, post: Post) {
    this.#conversation = conversation;
    this.#client = client;
    this.#post = post;
  }

  sources(turn: number): readonly Source[] {
    const { result, sources } = this.#conversation.turn(turn) ?? {};
    return result?.sources ?? sources ?? [];
  }

  /** The place to open: for a cited source its quoted lines, the first ones if there are several; or another of its lines. */
  target(item: PanelItem, line: number | undefined): WirePlace | undefined {
    const { result, citations } = this.#conversation.turn(item.turn) ?? {};
    const cited = item.list === 'sources' ? (result?.citations ?? citations)?.find(({ n }) => n === item.index + 1) : undefined;
    const place = cited ?? this.#place(item);
    return place && line !== undefined ? { ...place, startLine: line, endLine: line } : place;
  }

  /** A link that leads to nothing in the workspace opens the lines that hold it. */
  async linkTarget(turn: number, block: number, target: string): Promise<WirePlace | undefined> {
    const from = this.#place({ turn, list: 'blocks', index: block });
    return from && ((await this.#client.request(linkTargetRequest, { uri: from.uri, target })).place ?? from);
  }

  /** The log entry of a request. */
  sent(turn: number, look: number | undefined): string | undefined {
    const { result, looks } = this.#conversation.turn(turn) ?? {};
    const { written } = result ?? {};
    return look === undefined ? written?.sent : (written?.looks ?? looks)?.[look]?.sent;
  }

  async postExcerpt({ turn, list, index }: PanelItem): Promise<void> {
    const item = { turn, list, index };
    const place = this.#place(item);
    if (!place) return;
    const { question = '' } = this.#conversation.turn(turn) ?? {};
    const names = namesOf(list === 'sources' ? (place as Source) : this.#sourceAround(turn, place));
    const params = { place, question, names, maxLines: excerptLines[list] };
    try {
      this.#post({ type: 'excerpt', item, excerpt: await this.#client.request(excerptRequest, params) });
    } catch (error) {
      this.#post({ type: 'excerpt', item, problem: messageOf(error) });
    }
  }

  /** Of the turn as it is: its places may be opened until it is asked for again. */
  async explain(turn: number): Promise<void> {
    const query = this.#conversation.query(turn);
    if (query === undefined) return;
    const system = this.#conversation.turn(turn)?.result?.system;
    try {
      const { explanation } = await this.#client.request(searchRequest, { ...query, system, isExplained: true });
      if (explanation) this.#explained.set(turn, explanation);
      this.#post({ type: 'explained', turn, explanation });
    } catch (error) {
      this.#post({ type: 'explained', turn, problem: messageOf(error) });
    }
  }

  #place({ turn, list, index }: PanelItem): WirePlace | undefined {
    if (list === 'explained') return this.#explained.get(turn)?.places[index];
    return list === 'sources' ? this.sources(turn)[index] : this.#conversation.turn(turn)?.result?.[list][index];
  }

  #sourceAround(turn: number, place: WirePlace): Source | undefined {
    return this.sources(turn).find(
      ({ uri, startLine, endLine }) => uri === place.uri && startLine <= place.startLine && place.endLine <= endLine,
    );
  }
}

/** The names on a path of links other than words of the question, which are highlighted anyway. */
function namesOf(source: Source | undefined): string[] {
  const groups = (source?.steps ?? []).flatMap((step) => step.names ?? []);
  return groups.filter(({ kind }) => kind !== 'term').flatMap(({ list }) => list);
}
