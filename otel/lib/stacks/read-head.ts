import type { StackLanguage } from './stack.ts'

const uncaughtPrefix =
  '(?:Uncaught (?:\\(in promise\\) )?|Exception in thread "[^"\\n]{0,200}" |Unhandled [eE]xception[.:] |(?:PHP )?Fatal error: {1,2}Uncaught |Next )?'
const causePrefix =
  '\\s{0,200}(?:(?:Caused by|Suppressed|\\[\\w{1,20}\\]): |---> (?:\\(Inner Exception #\\d{1,9}\\) )?)?'
const typedHead = new RegExp(
  `^${causePrefix}${uncaughtPrefix}([A-Za-z_$][\\w$.\\\\]{0,300}(?:\`\\d)?)(?: \\[[\\w-]{1,100}\\])?(: |:?$)`,
)

/** Type and message from the text above (in Python: below) the frames. */
export function readHead(head: string, language: StackLanguage): { type?: string; message?: string } {
  if (language === 'ruby') return readRubyHead(head)
  if (language === 'go') return readGoHead(head)
  if (language === 'rust' && head.startsWith('thread ')) return readPanicHead(head)
  for (let start = 0; start < head.length; ) {
    const newline = head.indexOf('\n', start)
    const end = newline === -1 ? head.length : newline
    const line = head.slice(start, Math.min(end, start + 1_000))
    const match = typedHead.exec(line)
    const type = match?.[1]
    if (match && type !== undefined && isType(type, match[2] === ': ')) {
      const message = head.slice(start + match[0].length).trim()
      return { type, ...(message !== '' && { message }) }
    }
    start = end + 1
  }
  const message = head.trim()
  return message === '' ? {} : { message }
}

/** A name alone is a type if it looks like a class; before a message it may be lower case, as in Python. */
const isType = (name: string, hasMessage: boolean) =>
  /(?:^|[.\\])[A-Z][\w$]*(?:`\d)?$/.test(name) || (hasMessage && /[.\\]|(?:error|exception)$/i.test(name))

function readRubyHead(head: string): { type?: string; message?: string } {
  const newline = head.indexOf('\n')
  const first = newline === -1 ? head : head.slice(0, newline)
  const open = first.lastIndexOf(' (')
  const type = open === -1 ? undefined : /^ \(([A-Z][\w:]{0,300})\)$/.exec(first.slice(open))?.[1]
  if (type === undefined) return head === '' ? {} : { message: head }
  const message = (first.slice(0, open) + head.slice(first.length)).trim()
  return { type, ...(message !== '' && { message }) }
}

/** A panic and its message, above the line that names the goroutine. */
function readGoHead(head: string): { type?: string; message?: string } {
  const goroutine = head.startsWith('goroutine ') ? 0 : head.indexOf('\ngoroutine ')
  const said = goroutine > 0 ? head.slice(0, goroutine) : head
  const type = /^(panic|fatal error): /.exec(said.slice(0, 20))?.[1]
  const message = (type === undefined ? said : said.slice(type.length + 2)).trim()
  return { ...(type !== undefined && { type }), ...(message !== '' && { message }) }
}

/** `thread 'main' (7) panicked at src/main.rs:4:5:` with the message on the next line; before Rust 1.73 in quotes before the place. */
function readPanicHead(head: string): { type?: string; message?: string } {
  const newline = head.indexOf('\n')
  const first = newline === -1 ? head : head.slice(0, newline)
  const quoted = /panicked at '(.*)', [^']{1,300}$/.exec(first.slice(0, 8_192))?.[1] ?? ''
  const message = [quoted, newline === -1 ? '' : head.slice(newline + 1)].join('\n').trim()
  return { type: 'panic', ...(message !== '' && { message }) }
}
