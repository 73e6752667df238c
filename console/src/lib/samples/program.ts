import { AuthMode } from '@hongyan/contract/vocabulary/credential'
import { sendCall } from './calls.ts'
import type { Language } from './languages.ts'
import type { SampleBody } from './literals.ts'
import { sendFunction } from './send-function.ts'
import { simpleSend } from './simple-send.ts'

const indented = (lines: string, by: string): string =>
  lines
    .split('\n')
    .map((line) => (line === '' ? line : by + line))
    .join('\n')

/** Joins the function `send` and its call to one program. */
const joined: Readonly<Record<Language, (call: string) => string>> = {
  curl: (call) => `${sendFunction.curl}\n\n${call}`,
  node: (call) => `${sendFunction.node}\n\n${call}`,
  python: (call) => `${sendFunction.python}\n\n${call}`,
  php: (call) => `${sendFunction.php}\n\n${call}`,
  csharp: (call) => `${sendFunction.csharp}\n\n${call}`,
  go: (call) => `${sendFunction.go}\n\nfunc main() {\n${indented(call, '\t')}\n}`,
  java: (call) =>
    sendFunction.java.replace(
      /\n\}$/,
      () => `\n\n  public static void main(String[] arguments) throws Exception {\n${indented(call, '    ')}\n  }\n}`,
    ),
}

/** A whole program that sends one message in the mode of a credential and prints the reply. */
export const sendProgram = (language: Language, mode: AuthMode, body: SampleBody): string =>
  mode === AuthMode.Simple ? simpleSend[language](body) : joined[language](sendCall(language, { body }))
