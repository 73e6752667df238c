import type { Language } from './languages.ts'
import { literalIn, type SampleBody } from './literals.ts'

interface SampleCall {
  readonly body: SampleBody
  readonly idempotencyKey?: string
}

/** The argument with the Idempotency-Key, with the comma before it. */
const keyArgument: Readonly<Record<Language, (key: string) => string>> = {
  curl: (key) => ` -i -H 'Idempotency-Key: ${key}'`,
  node: (key) => `, { 'Idempotency-Key': '${key}' }`,
  python: (key) => `, {"Idempotency-Key": "${key}"}`,
  go: (key) => `, "Idempotency-Key", "${key}"`,
  php: (key) => `, ['Idempotency-Key: ${key}']`,
  java: (key) => `, "Idempotency-Key", "${key}"`,
  csharp: (key) => `, ("Idempotency-Key", "${key}")`,
}

const print: Readonly<Record<Language, (given: string) => string>> = {
  curl: (given) => `send ${given}`,
  node: (given) => `console.log(await send(${given}))`,
  python: (given) => `print(send(${given}))`,
  go: (given) => `fmt.Println(send(${given}))`,
  php: (given) => `echo send(${given}), "\\n";`,
  java: (given) => `System.out.println(Hongyan.send(${given}));`,
  csharp: (given) => `Console.WriteLine(await Send(${given}));`,
}

/** Calls `send` of `send-function.ts` and prints the reply. */
export const sendCall = (language: Language, { body, idempotencyKey }: SampleCall): string =>
  print[language](
    literalIn[language](body) + (idempotencyKey === undefined ? '' : keyArgument[language](idempotencyKey)),
  )
