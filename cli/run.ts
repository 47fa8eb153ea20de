import { parseArgs } from 'node:util'
import { ApiError } from './client/api-error.ts'
import { createApi } from './client/errata-api.ts'
import { COMMANDS } from './commands.ts'
import { COMMON_OPTIONS, type Command, UsageError } from './define/define-command.ts'
import { COULD_NOT, DONE, type ExitCode, NO } from './define/exit-code.ts'
import { helpOf, helpOfAll } from './help.ts'
import { createOutput, type Terminal } from './output/output.ts'
import { showLines, showText } from './output/show-text.ts'

export interface Surroundings {
  readonly stdout: Terminal
  readonly stderr: Terminal
  readonly env: Readonly<Record<string, string | undefined>>
  /** The desk of this machine, with the token that its own commands may use for it alone. */
  readonly localDesk?: { readonly url: string; readonly token: string }
}

const DEFAULT_URL = 'http://127.0.0.1:3000'

/** Runs a command. What it cannot do is a sentence on stderr. */
export async function run(args: readonly string[], world: Surroundings): Promise<ExitCode> {
  const { stdout, stderr } = world
  // Whoever reads has had enough, as `head` has.
  stdout.on('error', error => {
    if (!('code' in error) || error.code !== 'EPIPE') throw error
    process.exit(DONE)
  })
  const fail = (sentence: string, code: ExitCode) => {
    stderr.write(`${showText(sentence)}\n`)
    return code
  }
  try {
    return await runCommand(args, world)
  } catch (error) {
    if (error instanceof UsageError) return fail(error.message, COULD_NOT)
    if (error instanceof ApiError) return fail(error.message, error.kind === 'not-found' ? NO : COULD_NOT)
    // A gate must not take a fault of ours for a no, which is what Node exits with.
    stderr.write(`${showLines(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`)
    return COULD_NOT
  }
}

async function runCommand(args: readonly string[], world: Surroundings): Promise<ExitCode> {
  const { stdout, stderr, env } = world
  const command = findCommand(args)
  if (command === undefined) {
    const [name = ''] = args
    if (name !== '' && !/^(-h|--help|help)$/.test(name)) {
      throw new UsageError(`There is no command "${name}": npx errata --help lists all.`)
    }
    stdout.write(helpOfAll(COMMANDS))
    return DONE
  }
  const { positionals, values } = parse(command, args.slice(command.name.split(' ').length))
  if (values['help'] === true) {
    stdout.write(helpOf(command))
    return DONE
  }
  const [least, most] = command.count
  if (positionals.length < least || positionals.length > most) {
    throw new UsageError(`Usage: npx errata ${command.name} ${command.takes}. --help has examples.`)
  }
  const desk = findDesk(values['url'], world)
  const output = createOutput({
    ...{ stdout, stderr, env, url: desk.url },
    isJson: values['json'] === true,
    isWeb: values['web'] === true,
  })
  return command.run({ api: createApi({ ...desk, note: output.note }), output }, positionals, values)
}

/** The longest name that the arguments begin with. */
function findCommand(args: readonly string[]): Command | undefined {
  const [first = '', second = ''] = args
  return COMMANDS.find(({ name }) => name === `${first} ${second}`) ?? COMMANDS.find(({ name }) => name === first)
}

function parse(command: Command, args: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries({ ...command.options, ...COMMON_OPTIONS }).map(([name, option]) => [
      name,
      {
        ...(option.value === undefined ? { type: 'boolean' as const, default: false } : { type: 'string' as const }),
        ...(name === 'help' && { short: 'h' }),
      },
    ]),
  )
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    // parseArgs throws TypeErrors with messages for the user.
    throw error instanceof TypeError ? new UsageError(error.message) : error
  }
}

function findDesk(given: string | boolean | undefined, { env, localDesk }: Surroundings) {
  const asked = typeof given === 'string' ? given : (env['ERRATA_URL'] ?? '')
  const url = (asked || localDesk?.url || DEFAULT_URL).replace(/\/+$/, '')
  const token = env['ERRATA_TOKEN'] ?? ''
  return { url, token: token === '' && url === localDesk?.url ? localDesk.token : token }
}
