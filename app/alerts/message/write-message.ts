import type { AlertMessage, AlertMessageItem } from './alert-message.ts'

/** A message as plain text with all that it says, for e-mail and wherever a text alone is shown. */
export function writeMessage(message: AlertMessage): string {
  const { title, items } = message
  const paragraphs = [title, ...items.map(writeItem), writeMore(message), writeFooter(message)]
  return paragraphs.filter(paragraph => paragraph !== '').join('\n\n')
}

function writeItem({ label, why, facts, code, links }: AlertMessageItem): string {
  const lines = [
    [label, why].filter(Boolean).join(': '),
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
