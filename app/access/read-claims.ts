import { z } from 'zod'
import { normalizeAuthor } from './author-cookie.ts'

/** What an identity provider or a signed token says of a person. */
export type Claims = Readonly<Record<string, unknown>>

/** What pages show of a person, out of claims: the name is never empty, the address may be. */
export function readProfile(claims: Claims, sub: string): { readonly name: string; readonly email: string } {
  const email = textOf(claims['email'])
  const candidates = [textOf(claims['name']), textOf(claims['preferred_username']), email, sub]
  return { name: candidates.map(normalizeAuthor).find(name => name !== '') ?? 'nobody', email }
}

const textOf = (claim: unknown) => (typeof claim === 'string' ? claim.trim() : '')

/**
 * The groups in a claim, whose name may be a path whose dots lead into objects, as `realm_access.roles`.
 *
 * @returns `undefined` if the claims have none.
 */
export function readGroups(claims: Claims, path: string): readonly string[] | undefined {
  const { data } = groups.safeParse(find(claims, path))
  return data
}

/**
 * Whether the provider only refers to where the groups are: Microsoft Entra does if there are more than 200.
 *
 * @see https://learn.microsoft.com/entra/identity-platform/id-token-claims-reference#groups-overage-claim
 */
export const areGroupsWithheld = (claims: Claims, path: string): boolean =>
  readGroups(claims, path) === undefined && find(claims['_claim_names'], path) !== undefined

const groups = z.union([z.array(z.string()), z.string().transform(group => [group])])

/** A name with dots is tried first: those of some providers are URLs. */
function find(value: unknown, path: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  const entries = new Map<string, unknown>(Object.entries(value))
  if (entries.has(path)) return entries.get(path)
  const dot = path.indexOf('.')
  return dot < 0 ? undefined : find(entries.get(path.slice(0, dot)), path.slice(dot + 1))
}
