const NONE: ReadonlySet<never> = new Set();

/** The members of each group. Empty groups are removed. */
export interface Directory<M> {
  add(member: M): void;
  /** Removes a member from every group. */
  remove(member: M): void;
  /** Idempotent. A removed member cannot join again. */
  join(member: M, group: string): void;
  leave(member: M, group: string): void;
  inGroup(group: string): ReadonlySet<M>;
  all(): Iterable<M>;
  size(): { members: number; groups: number };
}

export function directory<M>(): Directory<M> {
  const groupsOf = new Map<M, Set<string>>();
  const groups = new Map<string, Set<M>>();

  function take(group: string, member: M): void {
    const members = groups.get(group);
    members?.delete(member);
    if (members?.size === 0) groups.delete(group);
  }

  return {
    add(member) {
      groupsOf.set(member, new Set());
    },
    remove(member) {
      for (const group of groupsOf.get(member) ?? []) take(group, member);
      groupsOf.delete(member);
    },
    join(member, group) {
      const own = groupsOf.get(member);
      if (!own) return;
      own.add(group);
      const members = groups.get(group);
      if (members) members.add(member);
      else groups.set(group, new Set([member]));
    },
    leave(member, group) {
      groupsOf.get(member)?.delete(group);
      take(group, member);
    },
    inGroup: (group) => groups.get(group) ?? NONE,
    all: () => groupsOf.keys(),
    size: () => ({ members: groupsOf.size, groups: groups.size }),
  };
}
