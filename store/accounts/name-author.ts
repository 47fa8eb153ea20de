import type { Store } from '../store.ts'

const PERSON = 'person:'

/**
 * How an event tells its author, and an issue its owner, where people sign in: by the person's id, so that they can change their name or
 * be removed. Any other text is a name that somebody typed where nobody signs in.
 */
export const authorOfPerson = (id: string): string => `${PERSON}${id}`

/** The name of an author or owner. A removed person, and one of another database, has none. */
export function nameAuthor({ personName }: Pick<Store, 'personName'>, author: string): string {
  return author.startsWith(PERSON) ? (personName(author.slice(PERSON.length)) ?? 'a removed person') : author
}
