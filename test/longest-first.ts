import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take a minute and a half or more: if one of them came last, all others would wait for it. */
const longest = [
  'e2e/fire/fuzz.spec.ts',
  'e2e/visit/one-stack.spec.ts',
  'e2e/pages/seeded.spec.ts',
  'otel/e2e/hosts.spec.ts',
  'e2e/stack/restart.spec.ts',
  'e2e/pages/running-search.spec.ts',
  'e2e/pages/jobs.spec.ts',
  'e2e/pages/search.spec.ts',
  'store/traces/list-traces-in-parts.test.ts',
  'test/cluster/same-answers.test.ts',
  'e2e/pages/issues.spec.ts',
  'otel/e2e/stack-mapping.spec.ts',
  'e2e/stack/first-span.spec.ts',
]

/** Order: unit tests, the longest files, specs, which mostly wait, then the rest, which fills the waiting time. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config
    const place = ({ moduleId, project }: TestSpecification) => {
      if (project.name.startsWith('unit')) return -1
      const i = longest.indexOf(relative(root, moduleId))
      if (i !== -1) return i
      return longest.length + (project.name === 'e2e' ? 0 : 1)
    }
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}
