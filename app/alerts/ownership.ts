import { z } from 'zod'

/** Who owns a part of what is watched: a service, or the code below a path, as stack traces name it. */
export const ownershipSchema = z
  .object({
    /** '' for every one. */
    service: z.string().trim().max(300).default(''),
    /** Beginning of the path of the first in-app frame, such as `src/checkout/`; '' for every one. */
    path: z.string().trim().max(300).default(''),
    /** A person or a team, as issues name their owner. */
    owner: z.string().trim().min(1).max(60),
  })
  .refine(({ service, path }) => service !== '' || path !== '', 'A service or a path is needed.')

export type Ownership = z.output<typeof ownershipSchema>

/** The owner by the most exact rule: the longest path, then one that names the service; '' for none. */
export function findOwner(
  ownership: readonly Ownership[],
  about: { readonly service: string; readonly path: string },
): string {
  const matching = ownership.filter(
    ({ service, path }) => (service === '' || service === about.service) && about.path.startsWith(path),
  )
  const exactness = ({ service, path }: Ownership) => path.length * 2 + (service === '' ? 0 : 1)
  return matching.toSorted((a, b) => exactness(b) - exactness(a) || (a.owner < b.owner ? -1 : 1))[0]?.owner ?? ''
}
