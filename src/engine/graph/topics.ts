/**
 * Topics: the top level of the map. A workspace has hundreds of communities; those in the same files form one topic, so there are some
 * dozens.
 *
 * The rule is that of `leaders.ts`, one level up: in the order of size (in powers of two, largest first) and hash, a community joins the
 * preceding leader with which it shares most files, weighted by chunks, if that exceeds a third of the smaller one; otherwise it leads.
 * Every community is in one topic. A single small community is no topic: such communities are listed separately. A pure function of the
 * communities. Cost: for each community, the leaders in its files.
 */

import { withoutRepeats } from '../naming/labelSet.ts';
import { Naming, nameCommunities } from '../naming/namer.ts';
import { commonPlace } from '../naming/place.ts';
import { isChangeLogPath } from '../text/names/pathNames.ts';
import { pushTo } from '../util/pushTo.ts';
import { levelOf } from './buckets.ts';

/** Minimum share of the smaller of two communities that is in the files of the other. */
const minShared = 1 / 3;
/** A single community of fewer chunks is not a topic. */
export const minSingleChunks = 16;
/** Labels in the name of a topic. */
const maxLabels = 3;

/** Input of `findTopics`: a community. */
export interface TopicMember {
  readonly id: string;
  /** Possible names, best first. */
  readonly labels: readonly string[];
  /** The path of each of its chunks. */
  readonly paths: readonly string[];
}

/** Communities in the same files. */
export interface Topic {
  /** Id of the community that leads it. */
  readonly id: string;
  readonly name: string;
  /** Ids of its communities: the leading one first, then the largest. */
  readonly communities: readonly string[];
  /** Number of distinct files. */
  readonly files: number;
}

/** Result of `findTopics`. */
export interface Topics {
  /** By number of files, descending, then by id. */
  readonly topics: readonly Topic[];
  /** Ids of the communities that are in no topic, in the given order. */
  readonly apart: readonly string[];
}

interface MemberFiles {
  readonly member: TopicMember;
  /** Chunks per file, without change logs: being changed in one release is not a topic. */
  readonly files: ReadonlyMap<string, number>;
  /** Number of chunks in these files. */
  readonly chunks: number;
}

interface Lead extends MemberFiles {
  readonly joined: MemberFiles[];
}

/** The topics of some communities, which must be unique. */
export function findTopics(communities: readonly TopicMember[]): Topics {
  const leads = group(communities);
  const large = leads.filter(({ joined, member }) => joined.length > 0 || member.paths.length >= minSingleChunks);
  const topics = large
    .map((lead) => ({ lead, files: new Set([lead, ...lead.joined].flatMap(({ member }) => member.paths)).size }))
    .sort((a, b) => b.files - a.files || (a.lead.member.id < b.lead.member.id ? -1 : 1));
  const names = nameCommunities(topics.map(({ lead }) => createNaming(lead)));
  const within = new Set(large.flatMap(({ member, joined }) => [member.id, ...joined.map((one) => one.member.id)]));
  return {
    topics: topics.map(({ lead, files }, i) => ({
      id: lead.member.id,
      name: names[i] as string,
      communities: [lead.member.id, ...lead.joined.map(({ member }) => member.id)],
      files,
    })),
    apart: communities.filter(({ id }) => !within.has(id)).map(({ id }) => id),
  };
}

function group(communities: readonly TopicMember[]): readonly Lead[] {
  const ordered = [...communities].sort(byPriority);
  const leads: Lead[] = [];
  const leadsIn = new Map<string, Lead[]>();
  for (const member of ordered) {
    const one = memberFiles(member);
    const lead = bestLead(one, leadsIn);
    if (lead !== undefined) {
      lead.joined.push(one);
      continue;
    }
    const own: Lead = { ...one, joined: [] };
    leads.push(own);
    for (const path of one.files.keys()) {
      pushTo(leadsIn, path, own);
    }
  }
  return leads;
}

function memberFiles(member: TopicMember): MemberFiles {
  const files = new Map<string, number>();
  for (const path of distinctPaths(member.paths)) files.set(path, (files.get(path) ?? 0) + 1);
  const chunks = [...files.values()].reduce((sum, count) => sum + count, 0);
  return { member, files, chunks };
}

/** Paths outside of change logs; all of them if there are no others. */
function distinctPaths(paths: readonly string[]): readonly string[] {
  const others = paths.filter((path) => !isChangeLogPath(path));
  return others.length > 0 ? others : paths;
}

function bestLead({ files, chunks }: MemberFiles, leadsIn: ReadonlyMap<string, readonly Lead[]>): Lead | undefined {
  const common = new Map<Lead, number>();
  for (const [path, count] of files) {
    for (const lead of leadsIn.get(path) ?? []) common.set(lead, (common.get(lead) ?? 0) + Math.min(count, lead.files.get(path) as number));
  }
  let best: Lead | undefined;
  let maxShared: number = minShared;
  for (const [lead, count] of common) {
    const share = count / Math.min(chunks, lead.chunks);
    if (share < maxShared || share <= minShared || (share === maxShared && best !== undefined && byPriority(best.member, lead.member) < 0))
      continue;
    best = lead;
    maxShared = share;
  }
  return best;
}

/** Negative if `a` has priority over `b`; their ids are hashes. */
function byPriority(a: TopicMember, b: TopicMember): number {
  return levelOf(b.paths.length) - levelOf(a.paths.length) || (a.id < b.id ? -1 : 1);
}

/** The best label of the leading community and of the largest others, with the most frequent place. */
function createNaming(lead: Lead): Naming {
  const all = [lead, ...lead.joined];
  const place = commonPlace(all.flatMap(({ member }) => distinctPaths(member.paths)).sort());
  const first = all.flatMap(({ member }) => member.labels.slice(0, 1));
  const labels = withoutRepeats([...first.slice(0, 1), ...lead.member.labels.slice(1, 2), ...first.slice(1)]).slice(0, maxLabels * 2);
  return new Naming({ labels, meaningful: labels.length, length: maxLabels, place, showsPlace: true });
}
