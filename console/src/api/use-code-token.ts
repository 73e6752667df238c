import type { CallOf } from '@hongyan/contract/endpoint'
import type { codes } from '@hongyan/contract/endpoints/account/codes'
import { useRef } from 'react'
import { api } from './api.ts'
import { codeHandle } from './code-handles.ts'

type Code = Omit<CallOf<typeof codes.verify>['body'], 'handle'>

/** Exchanges a code for its token. A code works once, so the last token is kept for a retry until it is discarded. */
export function useCodeToken() {
  const last = useRef<{ code: string; token: string } | null>(null)

  async function tokenOf(code: Code): Promise<string> {
    const key = JSON.stringify(code)
    if (last.current?.code !== key) {
      const { token } = await api.codes.verify({ body: { ...code, handle: codeHandle(code) } })
      last.current = { code: key, token }
    }
    return last.current.token
  }
  const discard = () => {
    last.current = null
  }
  return { tokenOf, discard }
}
