/** Who is connected, by user and by group. A user or group without a member is forgotten. */
export interface Directory<M extends { readonly userId: string }> {
  add(member: M): void;
  /** Takes a member out of everything. */
  remove(member: M): void;
  /** Joining twice is joining once; a member that was removed does not come back. */
  join(member: M, group: string): void;
  leave(member: M, group: string): void;
  ofUser(userId: string): Iterable<M>;
  inGroup(group: string): Iterable<M>;
  all(): Iterable<M>;
  size(): { members: number; users: number; groups: number };
}

/** An empty directory. */
export function directory<M extends { readonly userId: string }>(): Directory<M> {
  const groupsOf = new Map<M, Set<string>>();
  const users = new Map<string, Set<M>>();
  const groups = new Map<string, Set<M>>();

  function put(index: Map<string, Set<M>>, key: string, member: M): void {
    const members = index.get(key);
    if (members) members.add(member);
    else index.set(key, new Set([member]));
  }
  function take(index: Map<string, Set<M>>, key: string, member: M): void {
    const members = index.get(key);
    members?.delete(member);
    if (members?.size === 0) index.delete(key);
  }

  return {
    add(member) {
      groupsOf.set(member, new Set());
      put(users, member.userId, member);
    },
    remove(member) {
      for (const group of groupsOf.get(member) ?? []) take(groups, group, member);
      groupsOf.delete(member);
      take(users, member.userId, member);
    },
    join(member, group) {
      const own = groupsOf.get(member);
      if (!own) return;
      own.add(group);
      put(groups, group, member);
    },
    leave(member, group) {
      groupsOf.get(member)?.delete(group);
      take(groups, group, member);
    },
    ofUser: (userId) => users.get(userId) ?? [],
    inGroup: (group) => groups.get(group) ?? [],
    all: () => groupsOf.keys(),
    size: () => ({ members: groupsOf.size, users: users.size, groups: groups.size }),
  };
}
