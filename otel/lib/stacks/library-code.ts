import type { StackLanguage } from './stack.ts'

/**
 * Library code by language, found by the beginning of a qualified function name or by a part of the file. `{/}` is a slash of either kind,
 * `{^}` the beginning of the file. Only syntax that JavaScript and RE2 share: store/schema/grouping-rule.sql is generated from this list too
 * (`npm run grouping`), and store/schema/grouping/reports.test.ts checks that both find the same in-app frames.
 */
export const libraryCode: Record<
  StackLanguage,
  { readonly functions: readonly string[]; readonly files: readonly string[] }
> = {
  javascript: {
    functions: [
      // React and its scheduler, in the same bundle as the app's code.
      '(?:[\\w$]+\\.)?(?:callCallback(?:\\$1)?|invokeGuardedCallback\\w*|unstable_runWithPriority|runWithPriority(?:\\$1)?|renderWithHooks(?:Again)?|beginWork(?:\\$1)?|completeWork|performUnitOfWork|performSyncWorkOnRoot|performConcurrentWorkOnRoot|performWorkOnRoot(?:ViaSchedulerTask)?|performWorkUntilDeadline|workLoop(?:Sync|Concurrent)?|renderRoot(?:Sync|Concurrent)|commitRoot(?:Impl)?|commit(?:Passive|Layout|Hook|Mutation)\\w*|flushPassiveEffects(?:Impl)?|flushSyncCallback\\w*|flushSyncWork\\w*|flushWork|batchedUpdates(?:\\$1|EventUpdates)?|batchedEventUpdates(?:\\$1)?|discreteUpdates(?:\\$1)?|dispatchEvent(?:ForPluginEventSystem|sForPlugins)?|dispatchDiscreteEvent|processDispatchQueue(?:ItemsInOrder)?|executeDispatch(?:es\\w*)?|attemptToDispatchEvent|addTrappedEventListener|listenTo\\w+|updateFunctionComponent|updateClassComponent|finishClassComponent|mountIndeterminateComponent|scheduleUpdateOnFiber|runWithFiberInDEV|react_stack_bottom_frame|react-stack-bottom-frame|invokePassiveEffectMountInDEV|safelyCallComponentWillUnmount|__webpack_require__|__webpack_exec__)\\t',
    ],
    files: [
      '(?:{^}|[/\\\\(])(?:node_modules|bower_components|jspm_packages){/}',
      '{^}(?:node|internal|native|unknown|rsc|about|resource|chrome|bun|deno|ext):',
      '{^}(?:native|unknown|index \\d+|<[^\\n]*|\\[native code\\]|\\[wasm code\\])?$',
      '{^}(?:internal{/}|webkit-masked-url:|[\\w-]+-extension:|\\(webpack\\))',
      // Node before 16 printed its own code without a scheme.
      '{^}(?:_?(?:assert|async_hooks|buffer|child_process|cluster|console|crypto|dgram|dns|domain|events|fs|http|https|module|net|path|perf_hooks|process|querystring|readline|repl|stream|string_decoder|timers|tls|tty|url|util|vm|zlib)|_http_\\w+|_stream_\\w+|_tls_\\w+|bootstrap_node|node)\\.js',
      '{/}\\.(?:vite|yarn|pnpm){/}',
      'webpack{/}(?:runtime|bootstrap|before-startup)|webpack-runtime\\.js',
      '(?:@errata{/}otel|{/}otel{/}dist{/}lib){/}',
      // Names of bundlers for chunks of React and other packages, without a source map.
      '{/}assets{/}(?:chunk|jsx-runtime|react|vendor)[^/\\\\]*\\.js',
      '{/}static{/}(?:js|chunks){/}(?:vendors?[~.-][^/\\\\]*|\\d+\\.(?:\\w+\\.)?chunk|framework-[^/\\\\]*|polyfills-[^/\\\\]*|main-app[^/\\\\]*)\\.js',
      '{/}\\.next{/}(?:dist|server{/}(?:webpack-runtime|chunks{/}(?:\\d+|vendor-chunks|ssr{/}node_modules)))',
      '{/}turbopack[-_][\\w-]*runtime',
    ],
  },
  python: {
    functions: [],
    files: [
      '(?:site|dist)-packages{/}',
      '{/}lib(?:64|32)?{/}(?:python|pypy)\\d',
      '{/}Python\\d*{/}(?:Python\\d+(?:-\\d+)?{/})?[Ll]ib{/}',
      '{/}Python\\d{2,3}{/}lib{/}',
      '{/}Python\\.framework{/}',
      '{/}(?:ana|mini)conda\\d?{/}(?:envs{/}[^/\\\\]+{/})?lib{/}',
      '\\.egg(?:{/}|-)|\\.zip{/}',
      '{^}<(?:frozen|__array|decorator|attrs|string|stdin|input)',
      '{^}(?:asyncio|concurrent|threading|json|logging|importlib|multiprocessing|unittest|urllib|http|socket|ssl|subprocess|runpy){/}?\\w*\\.py$',
    ],
  },
  java: {
    functions: [
      '(?:java|javax|jakarta|jdk|sun|oracle|kotlin|kotlinx|scala|groovy|clojure|akka|reactor|android|androidx|dalvik|libcore)\\.',
      'com\\.(?:sun|fasterxml|google\\.(?:common|gson|inject|android|firebase|protobuf|appengine)|zaxxer|mysql|intellij|android|mongodb|oracle|ibm|netflix|squareup|amazonaws|datastax|rabbitmq|microsoft|mchange|esotericsoftware|jayway|bumptech|facebook\\.react)\\.',
      'org\\.(?:springframework|apache|eclipse|hibernate|jboss|junit|testng|codehaus|gradle|slf4j|aspectj|graalvm|postgresql|mozilla|mockito|mybatis|quartz|elasticsearch|opensearch|keycloak|thymeleaf|yaml|glassfish|jooq|h2|hsqldb|mariadb|flywaydb|liquibase|redisson|wildfly|xnio|jetbrains|joda|json|bouncycastle|openqa|objectweb|infinispan|reactivestreams)\\.',
      'io\\.(?:netty|undertow|vertx|micronaut|quarkus|ktor|grpc|opentelemetry|micrometer|reactivex|lettuce|r2dbc|smallrye|jsonwebtoken|swagger|helidon|sentry|github\\.resilience4j)\\.',
      '(?:ch\\.qos|net\\.(?:bytebuddy|sf|minidev)|okhttp3|okio|retrofit2|feign|redis\\.clients|rx|zio|cats|play|dagger|freemarker|sbt|junit|OpenTelemetry)\\.',
      // Classes generated at run time.
      '[^\\t]*(?:\\$\\$(?:Lambda|FastClass|Enhancer|SpringCGLIB|EnhancerBySpring|Proxy|HibernateProxy|JavassistProxy|_WeldClientProxy|_javassist|Interceptor)|\\$Proxy\\d|\\$HibernateProxy|_ClientProxy|_\\$\\$_|GeneratedMethodAccessor|GeneratedConstructorAccessor)',
    ],
    files: ['{^}<generated>'],
  },
  dotnet: {
    functions: [
      '(?:System|Microsoft|Mono|MS\\.Internal|MS\\.Win32|Newtonsoft|Npgsql|MySql|MySqlConnector|Oracle|Serilog|NLog|log4net|Grpc|Google|OpenTelemetry|AutoMapper|MediatR|Polly|Hangfire|Quartz|Xunit|NUnit|Castle|Autofac|Ninject|Dapper|NHibernate|MongoDB|StackExchange|RabbitMQ|MassTransit|Swashbuckle|FluentValidation|IdentityServer4|Duende|RestSharp|Refit|Azure|Amazon|Elasticsearch|Nest|Internal|Interop|Avalonia|lambda_method\\d*|UnityEngine|UnityEditor|TaskAwaiter|ASP)[.(\\t]',
      '\\(wrapper |Anonymously Hosted|lambda_method\\d*\\t',
    ],
    files: ['{^}(?:/_/|/_/src{/}|{/}_{/})'],
  },
  go: {
    functions: [
      '(?:archive|bufio|bytes|cmp|compress|container|context|crypto|database|debug|embed|encoding|errors|expvar|flag|fmt|go|hash|html|image|index|internal|io|iter|log|maps|math|mime|net|os|path|plugin|reflect|regexp|runtime|slices|sort|strconv|strings|structs|sync|syscall|testing|text|time|unicode|unique|unsafe|vendor|weak)(?:/[\\w./-]*)?\\.[^/]*\\t',
      '(?:panic|goexit|gopanic|sigpanic|panicmem|goPanic\\w*|call\\d+|_cgo\\w*)\\t',
      'golang\\.org/x/|google\\.golang\\.org/|gopkg\\.in/|go\\.uber\\.org/|go\\.opentelemetry\\.io/|k8s\\.io/(?:client-go|apimachinery|klog)/',
    ],
    files: [
      '{/}pkg{/}mod{/}',
      '{/}vendor{/}',
      '@v\\d',
      '{/}usr{/}(?:local|lib){/}go(?:-[\\d.]+)?{/}src{/}',
      '{/}src{/}runtime{/}(?:panic|proc|asm_\\w+|signal\\w*|error|debug{/}stack)\\.',
      '{^}_cgo',
    ],
  },
  ruby: {
    functions: [],
    files: [
      '{/}gems{/}',
      '{/}lib{/}ruby{/}',
      '{/}rubygems{/}',
      '{/}vendor{/}bundle{/}',
      '{/}(?:rubies|\\.rubies|rbenv{/}versions|\\.rbenv{/}versions|asdf{/}installs{/}ruby){/}[^/\\\\]+{/}(?:lib|bin){/}',
      '{/}\\.?rvm{/}rubies{/}',
      '{/}bundler{/}',
      '{^}<internal:',
      // A gem's line as Rails cleans it: `actionpack (7.0.4) lib/…`.
      '{^}[\\w-]+ \\(\\d[\\w.]*\\) ',
      '{^}(?:(?:\\.{0,2}{/})?bin{/}(?:rails|rake|bundle|spring|rspec|puma|sidekiq)|config\\.ru)$',
    ],
  },
  php: {
    functions: [
      // Without a file: PHP itself, or the namespace of a package.
      '[\\w{}]*\\t$',
      '(?:Illuminate|Symfony|GuzzleHttp|Guzzle|Doctrine|Monolog|Twig|Laravel|Psr|PHPUnit|Carbon|League|Slim|Cake|yii|Zend|Laminas|Composer|Predis|Livewire|Filament|Drupal|Barryvdh|OpenTelemetry)\\\\[^\\t]*\\t$',
      '(?:PDO\\w*|mysqli\\w*|Redis\\w*|Reflection\\w*|Closure|Generator|SplFileObject|DateTime\\w*|DOM\\w*|SimpleXMLElement|Soap\\w+|Exception)(?:->|::)[^\\t]*\\t$',
    ],
    files: [
      '{/}vendor{/}',
      '{^}phar:',
      '{/}usr{/}share{/}(?:php|pear){/}',
      '{/}wp-includes{/}',
      '{/}wp-admin{/}',
      '{/}core{/}(?:lib|includes){/}(?:Drupal)?',
      '{/}var{/}cache{/}(?:prod|dev){/}',
      '{/}pear{/}',
    ],
  },
  rust: {
    functions: [
      // By crate if the file is unknown. A function without a crate belongs to the platform.
      '[<&]*(?:dyn |mut )?(?:std|core|alloc|proc_macro|test|backtrace|rustc_\\w+|__rustc|tokio|tokio_\\w+|futures\\w*|hyper|hyper_util|axum|axum_\\w+|tower|tower_\\w+|actix_\\w+|rayon|rayon_core|crossbeam\\w*|anyhow|eyre|color_eyre|serde|serde_json|tracing\\w*|log|reqwest|rustls|h2|tonic|diesel|sqlx\\w*|rocket|warp|mio|bytes|bevy_\\w+|winit|wgpu\\w*|clap\\w*|async_std|smol|parking_lot\\w*|once_cell|lazy_static|matchit|opentelemetry\\w*)(?:\\[[0-9a-f]+\\])?::[^\\t]*\\t$',
      '[^:\\t]*\\t$',
    ],
    files: [
      '{/}rustc{/}',
      '{/}rustc-[\\d.]+|{/}rustlib{/}',
      '{/}\\.?cargo{/}(?:registry|git){/}',
      '\\.(?:c|cc|cpp|h|S)$',
    ],
  },
  elixir: {
    functions: [],
    files: [
      '{^}\\((?:elixir|stdlib|kernel|compiler|crypto|inets|ssl|ex_unit|mix|logger|iex|eex|plug|plug_cowboy|plug_crypto|phoenix\\w*|ecto\\w*|db_connection|postgrex|myxql|cowboy|cowlib|ranch|bandit|thousand_island|absinthe\\w*|jason|telemetry\\w*|opentelemetry\\w*|tesla|hackney|finch|mint|oban|broadway|gen_stage|nimble_\\w+|decimal|poison|httpoison|swoosh|sentry|ash\\w*|credo|floki|tzdata|timex|guardian|pow|bamboo|quantum|commanded|horde|libcluster|redix|exla|nx)(?: [^)]*)?\\)',
      '{^}(?:\\([^)]*\\) )?(?:deps{/}|{/}usr{/}|.*{/}deps{/})',
      '\\.erl$',
    ],
  },
  dart: {
    functions: [],
    files: [
      '{^}(?:dart|org-dartlang-sdk):',
      '{^}package:(?:flutter\\w*|dio|http|bloc|provider|riverpod|get|async|stack_trace|collection|rxdart|hive|sqflite|shelf\\w*|test\\w*|firebase_\\w+|cloud_firestore|go_router|mobx|intl|grpc|isar|opentelemetry){/}',
      '\\.pub-cache{/}',
      '{^}<',
    ],
  },
  swift: {
    functions: [
      '(?:_?swift_|__swift|_dispatch|_pthread|start_wqthread|thread_start|__libc|_assertionFailure|Swift runtime|static |closure #\\d+ in static )?(?:_assertionFailure|_fatalErrorMessage|swift_task\\w*|_dispatch\\w*|_pthread\\w*|start_wqthread|start_thread|clone\\d*|main|start)\\b[^\\t]*\\t(?:libswift|libdispatch|libsystem|libc|dyld)',
    ],
    files: [
      '{^}(?:libswift\\w*|libdispatch|libsystem\\w*|libpthread|libc|libobjc|dyld|UIKit\\w*|Foundation|CoreFoundation|SwiftUI\\w*|GraphicsServices|QuartzCore|AttributeGraph|Combine|libFoundation)\\b',
      '{/}\\.build{/}checkouts{/}',
      '{/}SourcePackages{/}checkouts{/}',
      '{/}usr{/}lib{/}swift',
    ],
  },
}

/** In the order above. */
export const languages = Object.keys(libraryCode).filter((name): name is StackLanguage => name in libraryCode)

/** Patterns for the text `function<tab>file`: for its beginning, and for any part of it; '' if there is none. */
export function libraryPatterns(language: StackLanguage): { readonly beginning: string; readonly part: string } {
  const { functions, files } = libraryCode[language]
  const part = files.map(file => file.replaceAll('{^}', '\\t').replaceAll('{/}', '[/\\\\]')).join('|')
  return { beginning: functions.join('|'), part }
}

const patterns = new Map<StackLanguage, RegExp>()

/** Whether a frame is library code; `name` has its package or class, as the stack has it. */
export function isLibrary(language: StackLanguage, name: string, file: string): boolean {
  const pattern = patterns.get(language) ?? compile(language)
  patterns.set(language, pattern)
  return pattern.test(`${name}\t${file}`)
}

function compile(language: StackLanguage): RegExp {
  const { beginning, part } = libraryPatterns(language)
  return new RegExp([beginning && `^(?:${beginning})`, part].filter(Boolean).join('|'))
}
