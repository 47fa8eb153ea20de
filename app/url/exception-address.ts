/** What names one exception: the store finds a record by its time, and tells it apart by its id. */
export interface ExceptionAddress {
  readonly atNs: bigint
  /** 16 hex digits. */
  readonly id: string
}

/** The path of an exception's page. */
export function exceptionPath({ atNs, id }: ExceptionAddress): string {
  return `/exceptions/${atNs}-${id}`
}

/** @returns `undefined` for what no exception can be called */
export function readExceptionAddress(text: string): ExceptionAddress | undefined {
  const [, atNs, id] = /^(\d{1,19})-([0-9a-f]{16})$/.exec(text) ?? []
  return atNs === undefined || id === undefined ? undefined : { atNs: BigInt(atNs), id }
}
