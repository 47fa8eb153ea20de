import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import PQueue from 'p-queue'

/**
 * Parameters of a new hash: OWASP's least for argon2id. Memory in KiB.
 *
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1 }
const NONCE_BYTES = 16
const TAG_BYTES = 32
/** Of the password after NFC, in bytes of UTF-8. */
export const PASSWORD_BYTES = { min: 12, max: 128 } as const

const run = promisify(argon2)
/** A flood of sign-ins must not take all cores. */
const queue = new PQueue({ concurrency: 2 })

/** Hashes a password as a PHC string. @see https://github.com/P-H-C/phc-string-format/blob/master/phc-sf-spec.md */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES)
  const { memory, passes, parallelism } = PARAMETERS
  const tag = await digest(password, nonce, PARAMETERS)
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`
}

/**
 * Verifies a password. One hash is computed whatever `phc` is, so that its time does not tell whether there is an account.
 *
 * @param phc as {@link hashPassword} returns it; '' if there is no account or it has no password: then the answer is `wrong`
 * @returns `outdated` for the right password whose hash has other parameters than new ones: hash it again.
 */
export async function verifyPassword(password: string, phc: string): Promise<'right' | 'outdated' | 'wrong'> {
  const [, memory, passes, parallelism, nonce = '', tag = ''] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(phc) ?? []
  if (memory === undefined) {
    await digest(password, randomBytes(NONCE_BYTES), PARAMETERS)
    return 'wrong'
  }
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const expected = Buffer.from(tag, 'base64')
  const actual = await digest(password, Buffer.from(nonce, 'base64'), parameters, expected.length)
  if (!timingSafeEqual(actual, expected)) return 'wrong'
  const isNew = Object.entries(PARAMETERS).every(([name, value]) => Reflect.get(parameters, name) === value)
  return isNew && expected.length === TAG_BYTES ? 'right' : 'outdated'
}

/** @returns Why a new password is refused; `undefined` if it is not. */
export function findPasswordFault(
  password: string,
  { email, name }: { email: string; name: string },
): string | undefined {
  const text = password.normalize('NFC')
  const bytes = Buffer.byteLength(text)
  if (bytes < PASSWORD_BYTES.min) return `A password needs at least ${PASSWORD_BYTES.min} characters.`
  if (bytes > PASSWORD_BYTES.max) return `A password has at most ${PASSWORD_BYTES.max} bytes.`
  const lower = text.toLowerCase()
  if ([email, name, 'errata'].some(word => word.length >= 4 && lower.includes(word.toLowerCase())))
    return 'A password must not contain your name, your address or “errata”.'
  if (isRepetition(lower) || COMMON.has(lower)) return 'This password is among the first that are tried.'
  return undefined
}

/** One to four characters over and over, or a run of neighbours: what lists of common passwords have at this length. */
function isRepetition(text: string): boolean {
  if (/^(.{1,4})\1+.{0,3}$/u.test(text)) return true
  const steps = new Set(
    [...text].slice(1).map((character, i) => (character.codePointAt(0) ?? 0) - (text.codePointAt(i) ?? 0)),
  )
  return steps.size === 1
}

/** The commonest ones that are long enough. */
const COMMON = new Set([
  ...[
    '123456789012',
    '1234567890123',
    'password1234',
    'password12345',
    'passwordpassword',
    'qwertyuiop12',
    'qwertyuiop123',
  ],
  ...[
    'qwertyuiopasdf',
    '1q2w3e4r5t6y',
    '1qaz2wsx3edc',
    'q1w2e3r4t5y6',
    'administrator',
    'administrator1',
    'letmeinletmein',
  ],
  ...['iloveyou1234', 'welcome12345', 'changeme1234', 'changemechangeme', 'correcthorsebatterystaple', 'unbelievable'],
])

function digest(
  password: string,
  nonce: Buffer,
  parameters: typeof PARAMETERS,
  tagLength = TAG_BYTES,
): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFC'))
  return queue.add(() => run('argon2id', { message, nonce, tagLength, ...parameters }))
}

/** Without padding, as PHC strings have it. */
const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
