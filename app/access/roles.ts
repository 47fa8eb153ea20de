/** What people and tokens may do, each including those before it. */
export const ROLES = ['viewer', 'triager', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** What each role may do, in the words of pages. */
export const ROLE_LABELS = {
  viewer: 'Reads everything',
  triager: 'Reads, and acts on issues: resolve, mute, assign, comment, merge',
  admin: 'Everything, including people, tokens and grouping rules',
} as const satisfies Record<Role, string>

export const isRole = (text: unknown): text is Role => ROLES.some(role => role === text)

/** True if somebody with the role `has` may do what needs the role `needs`. */
export const includesRole = (has: Role, needs: Role): boolean => ROLES.indexOf(has) >= ROLES.indexOf(needs)

/** The one of two roles that may do less. */
export const lesserRole = (one: Role, other: Role): Role => (includesRole(one, other) ? other : one)
