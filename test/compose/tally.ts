export interface CheckTally {
  readonly passed: number
  readonly failed: number
  /** Runs a check and prints its result. An exception is a failure and does not end the run. */
  check(fact: string, prove: () => Promise<void> | void): Promise<boolean>
}

/** Counts checks and prints one line each. */
export function createTally(print: (line: string) => void): CheckTally {
  let passed = 0
  let failed = 0
  return {
    get passed() {
      return passed
    },
    get failed() {
      return failed
    },
    async check(fact, prove) {
      const startedMs = performance.now()
      try {
        await prove()
        passed += 1
        print(`  ok    ${fact} (${((performance.now() - startedMs) / 1000).toFixed(1)} s)`)
        return true
      } catch (error) {
        failed += 1
        const text = error instanceof Error ? error.message : String(error)
        print(`  FAIL  ${fact}\n${text.replace(/^/gm, '        ')}`)
        return false
      }
    },
  }
}
