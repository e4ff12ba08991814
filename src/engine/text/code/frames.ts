/** The open bodies around a place of a source, and the definitions found so far. */

import type { Definition, DefinitionKind } from './definition.ts';
import type { Group } from './syntax.ts';

/** What a body holds: declarations of a file or namespace, members, enumerators, those of an object literal, statements, a group of Go; a module is an outer body whose declarations are members. */
export const Holds = { Outer: 0, Members: 1, Enumerators: 2, Properties: 3, Statements: 4, Group: 5, Module: 6 } as const;

/** A body that a statement opens. */
export interface Body {
  /** The part that opens it: a brace or, in a group, a bracket. */
  readonly at: number;
  readonly holds: number;
  /** The definition that it is the body of; -1 if none. */
  readonly owner: number;
  /** What a group's statements declare. */
  readonly group?: Group;
}

export interface Frame {
  holds: number;
  /** The part that ends it. */
  readonly end: number;
  /** The indent of the line that opens it, where bodies are indented. */
  readonly indent: number;
  readonly owner: number;
  readonly container: string | undefined;
  readonly scope: Definition['scope'];
  readonly group: Group | undefined;
  /** Brackets up to this part belong to the statement. */
  bracketsEnd: number;
  /** Whether the next part begins a statement. */
  isStart: boolean;
  /** The first part of the statement, and the definitions in it whose end is not known. */
  start: number;
  open: number[];
  /** The part that opens the body of the statement. */
  body: Body | undefined;
  /** The group that the statement's word declares; for what follows its body. */
  typedef: boolean;
}

/** A definition whose end may not be known yet. */
export interface Draft {
  name: string;
  readonly kind: DefinitionKind;
  readonly scope: Definition['scope'];
  readonly container: string | undefined;
  readonly from: number;
  to: number;
  readonly at: number;
}

/** The definitions of a text, in the order in which they are found. */
export class Drafts {
  readonly all: Draft[] = [];

  /** Adds a definition of a frame; returns its position. */
  add(frame: Frame, kind: DefinitionKind, name: string, at: number, from: number, container = frame.container): number {
    const scope = container !== undefined && frame.scope === 'outermost' && container !== frame.container ? 'member' : frame.scope;
    this.all.push({ name, kind, scope, container, from, to: -1, at });
    const position = this.all.length - 1;
    frame.open.push(position);
    return position;
  }

  /** As `add`, of a definition whose end is known. */
  addWhole(frame: Frame, kind: DefinitionKind, name: string, at: number, from: number, to: number, container?: string): void {
    const draft = this.all[this.add(frame, kind, name, at, from, container)] as Draft;
    draft.to = to;
    frame.open.pop();
  }

  /** Ends what the statement of a frame declares, at an offset. */
  end(frame: Frame, to: number): void {
    for (const position of frame.open) this.endAt(position, to);
    frame.open = [];
  }

  /** Ends the definition at a position, if there is one, no earlier than its name ends. */
  endAt(position: number, to: number): void {
    const draft = this.all[position];
    if (draft !== undefined) draft.to = Math.max(to, draft.at + draft.name.length);
  }
}

export function outerFrame(end: number): Frame {
  return newFrame(Holds.Outer, end, -1, -1, undefined, 'outermost', undefined);
}

function newFrame(
  holds: number,
  end: number,
  indent: number,
  owner: number,
  container: string | undefined,
  scope: Frame['scope'],
  group: Group | undefined,
): Frame {
  // One literal, since frames are as many as braces.
  // biome-ignore format: a field a line says no more
  return { holds, end, indent, owner, container, scope, group, bracketsEnd: 0, isStart: true, start: 0, open: [], body: undefined, typedef: false };
}

/** The frame of a body inside another. */
export function innerFrame(outer: Frame, { holds, owner, group }: Omit<Body, 'at'>, drafts: Drafts, end: number, indent: number): Frame {
  const draft = drafts.all[owner];
  const isLocal = holds === Holds.Statements || outer.scope === 'local';
  // An object literal belongs to what its statement declares.
  const container = (draft ?? (holds === Holds.Properties ? drafts.all[outer.open[0] ?? -1] : undefined))?.name ?? outer.container;
  const isNamed = draft !== undefined && holds !== Holds.Group;
  const scope =
    holds === Holds.Group || (holds === Holds.Outer && !isLocal) || (holds === Holds.Module && !isNamed)
      ? outer.scope
      : holds === Holds.Statements || (isLocal && holds === Holds.Properties)
        ? 'local'
        : 'member';
  return newFrame(holds === Holds.Module ? Holds.Outer : holds, end, indent, owner, container, scope, group);
}
