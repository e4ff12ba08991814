/**
 * The box in which questions are typed. Under the question stand the best places for it, found while one types: Enter answers, Alt+Enter peeks,
 * Ctrl+Enter opens the first. Nothing that is typed is lost: Enter asks what is in the box, whatever rows are still arriving, and a text that was
 * not asked is there, selected, when the box is opened again.
 */

import * as vscode from 'vscode';
import type { TypedPlace } from '../../protocol/panels/typing.ts';
import { t } from '../../protocol/text/translate.ts';
import type { ServerClient } from '../client/client.ts';
import { openPlace } from '../editor/openPlace.ts';
import { peekPlaces } from '../editor/peekPlaces.ts';
import { activeRow, type BoxRow, boxRows, type OfferedSelection } from './boxRows.ts';
import { completed } from './mentions.ts';
import { createTyping } from './typedText.ts';

export interface BoxOptions {
  readonly title: string;
  readonly placeholder: string;
  /** What the box begins with, such as `@docs `; otherwise what was typed last and not asked. */
  readonly text?: string;
  readonly earlier: readonly string[];
  /** Suggestions while nothing has been asked yet; may reject. */
  readonly examples: Promise<readonly string[]>;
  /** It goes with the question if it is taken. */
  readonly selection?: OfferedSelection;
}

/** What was typed or chosen. */
export interface TypedQuestion {
  /** With its mentions, as in the box. */
  readonly text: string;
  readonly withSelection: boolean;
}

export interface AskBox {
  /** Shows the box; resolves with the question to ask, or undefined. A box that is open already is replaced. */
  ask(options: BoxOptions): Promise<TypedQuestion | undefined>;
  /** Peeks the places of the open box at the cursor, or opens the first one. */
  peek(): Promise<void>;
  openFirst(): Promise<void>;
  /** Ends the last mention as the first completion does. */
  complete(): void;
}

interface OpenBox {
  text(): string;
  /** The place of the active row, or all of the typed question. */
  places(): Promise<readonly TypedPlace[]>;
  complete(): void;
  hide(): void;
}

export function createAskBox(client: Pick<ServerClient, 'request'>): AskBox {
  let open: OpenBox | undefined;
  /** Typed and not asked. */
  let draft = '';

  async function leaveFor(show: (places: readonly TypedPlace[]) => Promise<unknown>): Promise<void> {
    const places = (await open?.places()) ?? [];
    if (places.length === 0) {
      vscode.window.setStatusBarMessage(t('No matching places'), 3000);
      return;
    }
    open?.hide();
    await show(places);
  }

  return {
    ask: (options) =>
      new Promise((resolve) => {
        draft = open?.text() || draft;
        const box = show(client, options, draft, (question, text) => {
          resolve(question);
          if (open !== box) return;
          draft = question === undefined ? text : '';
          open = undefined;
          setContext('askBox', false);
        });
        open = box;
        setContext('askBox', true);
      }),
    peek: () => leaveFor(peekPlaces),
    openFirst: () => leaveFor(([first]) => openPlace(first as TypedPlace)),
    complete: () => open?.complete(),
  };
}

function setContext(name: 'askBox' | 'askBoxCompletes', value: boolean): void {
  vscode.commands.executeCommand('setContext', `meshrag.${name}`, value);
}

/** @param done called once, with the question if there is one, and with what is in the box. */
function show(
  client: Pick<ServerClient, 'request'>,
  { title, placeholder, text, earlier, examples, selection }: BoxOptions,
  draft: string,
  done: (question: TypedQuestion | undefined, text: string) => void,
): OpenBox {
  const pick = vscode.window.createQuickPick<BoxRow>();
  const typing = createTyping(client, () => draw(pick.activeItems[0]));
  let withSelection = selection?.isTaken === true;
  let offered: readonly string[] = [];
  let isAsked = false;
  let completes = false;
  let drawn = '';

  function draw(before?: BoxRow): void {
    const typed = pick.value.trim();
    const taken = selection && { label: selection.label, isTaken: withSelection };
    const rows = boxRows({ ...typing.found, typed, selection: taken, earlier, examples: offered });
    setCompletes(typing.found.completions.length > 0);
    // The active row is known here some time after its key was pressed: rows that are set again would undo the key.
    const shown = JSON.stringify(rows.map(({ label, description, detail }) => [label, description, detail]));
    if (shown === drawn) return;
    drawn = shown;
    pick.keepScrollPosition = before !== undefined;
    pick.items = rows;
    const active = activeRow(rows, before);
    if (active !== undefined) pick.activeItems = [active];
  }

  /** Whether Tab completes; otherwise it moves the focus. */
  function setCompletes(value: boolean): void {
    if (value !== completes) setContext('askBoxCompletes', value);
    completes = value;
  }

  function setText(value: string): void {
    pick.value = value;
    follow();
  }

  function follow(): void {
    typing.follow(pick.value);
    draw();
  }

  function ask(question: string): void {
    if (question === '') return;
    isAsked = true;
    done({ text: question, withSelection }, pick.value);
    pick.hide();
  }

  function choose(row: BoxRow | undefined): void {
    if (row?.completion) setText(completed(pick.value, row.completion.mention, row.completion.text));
    else if (row?.place) {
      const { place } = row;
      pick.hide();
      void openPlace(place);
    } else if (row?.isSelection) {
      withSelection = !withSelection;
      draw(row);
    } else ask(row?.question ?? pick.value.trim());
  }

  pick.title = title;
  pick.placeholder = placeholder;
  pick.ignoreFocusOut = true;
  pick.value = text === undefined ? draft : '';
  pick.onDidChangeValue(follow);
  pick.onDidTriggerItemButton(({ item }) => setText(item.question ?? ''));
  pick.onDidAccept(() => choose(pick.activeItems[0]));
  pick.onDidHide(() => {
    typing.dispose();
    setCompletes(false);
    if (!isAsked) done(undefined, pick.value);
    pick.dispose();
  });
  pick.show();
  // A text that is there when the box is shown is selected, so that the next key replaces it.
  if (text !== undefined) pick.value = text;
  follow();
  examples.then(
    (questions) => {
      offered = questions;
      draw(pick.activeItems[0]);
    },
    () => undefined,
  );
  return {
    text: () => pick.value,
    async places() {
      // A mention that is chosen in the list is meant, not what was typed of it.
      const chosen = pick.activeItems[0];
      if (chosen?.completion) choose(chosen);
      await typing.settled();
      const [row] = pick.activeItems;
      return row?.place ? [row.place] : typing.found.places;
    },
    complete() {
      const [first] = typing.found.completions;
      if (first !== undefined) choose(pick.activeItems.find((row) => row.completion) ?? { label: '', completion: first });
    },
    hide: () => pick.hide(),
  };
}
