/** Why the API gave no answer, as a sentence for whoever typed the command. */
export class ApiError extends Error {
  /** The status of the answer; 0 if there was none. */
  readonly status: number
  /** The last part of the problem's `type`, such as `not-found`; '' for what is no problem of the API. */
  readonly kind: string

  constructor(message: string, { status, kind = '', cause }: { status: number; kind?: string; cause?: unknown }) {
    super(message, { cause })
    this.status = status
    this.kind = kind
  }
}

/** Advice for some kinds. */
const ADVICE: Readonly<Record<string, (url: string) => string>> = {
  'token-needed': url => `Make a token at ${url}/settings/tokens and set ERRATA_TOKEN.`,
  'token-invalid': url => `Make another at ${url}/settings/tokens and set ERRATA_TOKEN.`,
}

/**
 * Reads why a desk refused.
 *
 * @param url the desk's
 * @see https://www.rfc-editor.org/rfc/rfc9457
 */
export async function readProblem(response: Response, url: string): Promise<ApiError> {
  const { status } = response
  const problem = await readJson(response)
  if (problem === undefined || !/^application\/problem\+json\b/.test(response.headers.get('content-type') ?? '')) {
    return new ApiError(`${url} answered ${status}, and not as Errata does: is ERRATA_URL the address of Errata?`, {
      status,
    })
  }
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const kind = text(problem['type']).replace(/^.*#/s, '')
  const sentence = text(problem['detail']) || text(problem['title']) || `Errata answered ${status}.`
  const advice = ADVICE[kind]?.(url)
  return new ApiError(advice === undefined ? sentence : `${sentence} ${advice}`, { status, kind })
}

async function readJson(response: Response): Promise<Record<string, unknown> | undefined> {
  try {
    const value: unknown = await response.json()
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}
