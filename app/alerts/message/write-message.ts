import type { AlertEvent } from '../event-content.ts'
import type { AlertMessage, AlertMessageItem } from './alert-message.ts'

/** A message as plain text with all that it says, for e-mail and wherever a text alone is shown. */
export function writeMessage(message: AlertMessage): string {
  const { title, items } = message
  const texts = items.map(item => writeItem(item, repeatsTitle(message, item)))
  const paragraphs = [title, ...texts, writeMore(message), writeFooter(message)]
  return paragraphs.filter(paragraph => paragraph !== '').join('\n\n')
}

/** Whether the title of a message has said what its only item is about. */
export const repeatsTitle = (
  { title, items, more }: Pick<AlertMessage, 'title' | 'items' | 'more'>,
  { label, why }: AlertMessageItem,
): boolean => items.length === 1 && more === 0 && title.includes(label) && title.includes(why)

/** Writes in a line what happened to a subject. */
const joinLabel = ({ label, why }: { readonly label: string; readonly why: string }) =>
  [label, why].filter(Boolean).join(': ')

/** One of the events of a message in a line. The title of a message says most, if it has only one. */
export const summarizeEvent = ({ events, title }: AlertMessage, { content }: AlertEvent): string =>
  events.length === 1 ? title : joinLabel(content)

/** The item that tells an event; `undefined` for one that the message does not list. */
export const findItem = ({ items }: AlertMessage, { id }: AlertEvent): AlertMessageItem | undefined =>
  items.find(({ events }) => events.includes(id))

function writeItem({ label, why, facts, code, links }: AlertMessageItem, isNamed: boolean): string {
  const lines = [
    ...(isNamed ? [] : [joinLabel({ label, why })]),
    ...facts.map(({ name, text }) => `  ${name}: ${text}`),
    ...(code === '' ? [] : code.split('\n').map(line => `  | ${line}`)),
    ...links.map(({ text, url }) => `  ${text}: ${url}`),
  ]
  return lines.join('\n')
}

/** `and 204 more`: those that the message does not list; '' for none. */
export const describeMore = ({ more }: Pick<AlertMessage, 'more'>) => (more > 0 ? `and ${more} more` : '')

const writeMore = (message: AlertMessage) => (message.more > 0 ? `${describeMore(message)}: ${message.url}` : '')

const writeFooter = (message: AlertMessage) =>
  [...describeFooter(message), ...(message.more > 0 ? [] : [message.url])].filter(Boolean).join('\n')

/** Why it was sent, a sentence each. */
export const describeFooter = ({ rules, notes }: Pick<AlertMessage, 'rules' | 'notes'>): string[] => [
  ...(rules.length === 0 ? [] : [`${rules.length === 1 ? 'Rule' : 'Rules'}: ${rules.join(', ')}`]),
  ...notes,
]
