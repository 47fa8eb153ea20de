import type { Config } from '../../config.ts'
import { ROLES, type Role } from './roles.ts'

type RoleGroups = Config['login']['groups']

/** The highest role that one of `groups` gives, `*` to everybody; `undefined` if none does. */
export const findGroupRole = (groups: readonly string[], byRole: RoleGroups): Role | undefined =>
  ROLES.findLast(role => byRole[role].some(group => group === '*' || groups.includes(group)))

/** True if membership in some group could give a higher role than `role`. */
export const canGroupsRaise = (role: Role | undefined, byRole: RoleGroups): boolean =>
  ROLES.slice(role === undefined ? 0 : ROLES.indexOf(role) + 1).some(higher => byRole[higher].length > 0)
