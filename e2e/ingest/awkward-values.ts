import type { OtlpTestValue } from '../../test/otlp/send-otlp.ts'

/** Text that careless code loses: NULs, blank lines, quotes, both planes of Unicode, SQL, an empty string. */
export const AWKWARD_TEXT = 'a\u0000b\n\n\t"quoted" \\n \u2028 Zürich 東京 🙈 e\u0301 \'); DROP TABLE otel_traces; --'
/** One attribute of every type. */
export const AWKWARD_ATTRIBUTES: Record<string, OtlpTestValue> = {
  text: AWKWARD_TEXT,
  'ключ 🔑\n': 'its key is awkward',
  empty: '',
  yes: true,
  no: false,
  most: 9_223_372_036_854_775_807n,
  least: -9_223_372_036_854_775_808n,
  half: 0.5,
  tiny: 5e-324,
  list: ['a', 1, true, ['b']],
  map: { inner: { deep: AWKWARD_TEXT } },
  bytes: new Uint8Array([0, 255, 10, 10]),
}
/** As the exporter writes them: every value as text, lists and maps as JSON, bytes in base64. */
export const AWKWARD_ATTRIBUTES_AS_STORED = {
  text: AWKWARD_TEXT,
  'ключ 🔑\n': 'its key is awkward',
  empty: '',
  yes: 'true',
  no: 'false',
  most: '9223372036854775807',
  least: '-9223372036854775808',
  half: '0.5',
  tiny: '5e-324',
  list: '["a",1,true,["b"]]',
  bytes: 'AP8KCg==',
}
