import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { findKustomize, findValidator, runTool } from './find-tools.ts'

const root = join(import.meta.dirname, '../..')
const kustomize = findKustomize()
const validator = findValidator()
const folders = ['deploy/kubernetes', 'deploy/kubernetes/orphaned-queue']
let work: string
beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'errata-kubernetes-'))
})
afterAll(() => rmSync(work, { recursive: true }))

const build = (folder: string): string => {
  if (kustomize === undefined) throw new Error('There is no kustomize')
  return runTool(kustomize, ['--load-restrictor', 'LoadRestrictionsNone', folder])
}
interface Built {
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace?: string }
  readonly [field: string]: unknown
}
const read = (yaml: string) => parseAllDocuments(yaml).map((document): Built => document.toJS())

test.skipIf(kustomize === undefined)('kustomize builds everything, in one namespace', () => {
  const built = read(build(join(root, 'deploy/kubernetes')))

  expect(
    built
      .map(
        ({ kind, metadata: { name } }) => `${kind} ${kind === 'ConfigMap' ? name.replace(/-[a-z0-9]{10}$/, '') : name}`,
      )
      .toSorted(),
  ).toEqual([
    'ConfigMap errata-collector-config',
    'ConfigMap errata-settings',
    'Deployment errata-desk',
    'Job errata-schema',
    'Namespace errata',
    'NetworkPolicy errata-collector',
    'NetworkPolicy errata-desk',
    'NetworkPolicy errata-names-and-clickhouse',
    'NetworkPolicy errata-nothing-else',
    'PodDisruptionBudget errata-collector',
    'PodDisruptionBudget errata-desk',
    'Service errata-collector',
    'Service errata-desk',
    'Service errata-otlp',
    'ServiceAccount errata',
    'StatefulSet errata-collector',
  ])
  expect(new Set(built.filter(({ kind }) => kind !== 'Namespace').map(({ metadata }) => metadata.namespace))).toEqual(
    new Set(['errata']),
  )
})

test.skipIf(kustomize === undefined || validator === undefined).each(folders)(
  'Kubernetes 1.37 knows every field of %s',
  folder => {
    const file = join(work, `${folder.replaceAll('/', '-')}.yaml`)
    writeFileSync(file, build(join(root, folder)))
    if (validator === undefined) return

    const told = runTool(validator, [file])
    expect(told.match(/ passed for resource /g)).toHaveLength(read(build(join(root, folder))).length)
    writeFileSync(file, build(join(root, folder)).replaceAll('runAsNonRoot', 'runAsNoRoot'))
    expect(() => runTool(validator, [file])).toThrow('runAsNoRoot')
  },
)

test.skipIf(kustomize === undefined)(
  "an overlay of one's own changes settings and images, and everything uses them",
  () => {
    mkdirSync(join(work, 'overlay'))
    writeFileSync(
      join(work, 'overlay/kustomization.yaml'),
      `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources: [${relative(join(work, 'overlay'), join(root, 'deploy/kubernetes'))}]
configMapGenerator:
  - name: errata-settings
    namespace: errata
    behavior: merge
    literals: ["ERRATA_URL=https://errata.acme.example", "CLICKHOUSE_URL=https://ch.acme.example:8443"]
images:
  - { name: errata, newName: registry.acme.example/errata, digest: "sha256:${'0'.repeat(64)}" }
`,
    )
    const yaml = build(join(work, 'overlay'))
    const settings = read(yaml).find(({ metadata }) => metadata.name.startsWith('errata-settings'))

    expect(settings?.['data']).toMatchObject({ ERRATA_URL: 'https://errata.acme.example', ERRATA_LOGIN: 'password' })
    expect(yaml.match(/image: registry\.acme\.example\/errata@sha256:0{64}/g)).toHaveLength(3)
    // A changed setting has another name, so that pods are replaced.
    expect(yaml.match(new RegExp(`name: ${settings?.metadata.name}\\n`, 'g'))).toHaveLength(4)
  },
)
