/** Attributes of one kind, with the name of that kind. */
export interface AttributeGroup {
  readonly label: string
  readonly attributes: readonly (readonly [name: string, value: string])[]
}

/**
 * What attributes are about, by the beginnings of their names; in the order in which they tell most. The first that fits counts, and what none
 * fits is what the application says of itself.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/registry/attributes/
 */
const KINDS: readonly (readonly [label: string, beginnings: RegExp])[] = [
  ['Error', /^(?:error|exception)\./],
  ['Request headers', /^http\.request\.header\./],
  ['Response headers', /^http\.response\.header\./],
  ['HTTP', /^(?:http|url|user_agent)\./],
  ['Database', /^db\./],
  ['Remote call', /^rpc\./],
  ['GraphQL', /^graphql\./],
  ['Messaging', /^messaging\./],
  ['Generative AI', /^gen_ai\./],
  ['User and session', /^(?:user|enduser|session)\./],
  [
    'Application',
    /^(?!(?:errata|net|network|server|client|source|destination|peer|dns|tls|code|thread|feature_flag|service|deployment|vcs|cicd|telemetry|otel|host|os|device|process|container|k8s|cloud|aws|azure|gcp|faas|browser|webengine)\.)/,
  ],
  ['Feature flag', /^feature_flag\./],
  ['Code', /^(?:code|thread)\./],
  ['Network', /^(?:net|network|server|client|source|destination|peer|dns|tls)\./],
  ['Service', /^(?:service|deployment|vcs|cicd)\./],
  ['Browser', /^browser\./],
  ['Host', /^(?:host|os|device)\./],
  ['Process', /^(?:process|webengine)\./],
  ['Container', /^(?:container|k8s)\./],
  ['Cloud', /^(?:cloud|aws|azure|gcp|faas)\./],
  ['SDK', /^(?:telemetry|otel)\./],
  ['Errata', /^errata\./],
]

/** Sorts attributes by what they are about, then by name. */
export function groupAttributes(attributes: Readonly<Record<string, string>>): AttributeGroup[] {
  const byKind = Map.groupBy(Object.entries(attributes), ([name]) => KINDS.find(([, fits]) => fits.test(name))?.[0])
  return KINDS.flatMap(([label]) => {
    const of = byKind.get(label)
    return of === undefined ? [] : [{ label, attributes: of.toSorted(([a], [b]) => (a < b ? -1 : 1)) }]
  })
}
