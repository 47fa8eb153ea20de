import { stderr, stdin, stdout } from 'node:process'
import type { Desk } from '../../mcp/ask/desk.ts'
import { ApiError } from '../client/api-error.ts'
import { defineCommand } from '../define/define-command.ts'
import { DONE } from '../define/exit-code.ts'
import { showText } from '../output/show-text.ts'

/** Serves the tools of agents over stdio, by the API of a desk. */
export const mcp = defineCommand({
  name: 'mcp',
  takes: '',
  count: [0, 0],
  summary: 'Serves tools to an agent, by the Model Context Protocol over stdin and stdout.',
  details:
    'An agent starts it: docs/agents.md. It reads with ERRATA_TOKEN, and changes nothing without --allow-writes.',
  options: {
    'allow-writes': { description: 'Lets the agent acknowledge, resolve, mute, assign and comment issues.' },
  },
  examples: [['mcp --url https://errata.example.com', 'serves the tools of this desk']],
  async run({ api }, _, given) {
    const desk: Desk = {
      url: api.url,
      ask: (operation, input, signal) => Promise.race([api.ask(operation, input), untilAborted(signal)]),
      explain: explainError,
    }
    const note = (sentence: string) => stderr.write(`${showText(sentence)}\n`)
    // Loaded here, so that no other command waits for it.
    const { serveOverStdio } = await import('../../mcp/serve-stdio.ts')
    await serveOverStdio(desk, { allowsWrites: given['allow-writes'], stdin, stdout, note })
    return DONE
  },
})

/** Rejects when the signal ends, with its reason. */
function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function explainError(error: unknown): string {
  if (error instanceof ApiError) return error.message
  stderr.write(`${showText(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`)
  return 'Something went wrong in this command: it says on stderr what.'
}
