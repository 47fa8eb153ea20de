import { defineCommand } from '../define/define-command.ts'
import { DONE, NO } from '../define/exit-code.ts'

export const lookup = defineCommand({
  ...{ name: 'lookup', takes: 'TEXT', count: [1, 20] },
  summary: 'Tells what a pasted text stands for: a digest, an id, a header or a line of a log with one.',
  options: { web: { description: 'Its page, opened on a terminal.' } },
  examples: [
    ['lookup 4h7k2m9qxz', 'The digest that a visitor reads out.'],
    ["lookup '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'", 'A traceparent.'],
  ],
  async run({ api, output }, words) {
    const found = await api.ask('lookUp', { text: words.join(' ') })
    const isKnown = found.kind !== 'search'
    if (output.isWeb) output.web(found.page)
    else if (output.isJson) output.json(found)
    else if (isKnown) output.lines(`${found.kind} ${found.id}\n${api.url}${found.page}`)
    else output.note(`Nothing is known by that. A search for it: ${api.url}${found.page}`)
    return isKnown ? DONE : NO
  },
})
