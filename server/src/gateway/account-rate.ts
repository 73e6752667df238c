/** The rate of account `a` in parts a second, as far as its owner did not lower it; 0 is none (semantics D11). */
export const RATE_OF_ACCOUNT = `coalesce(least(nullif(a.tps, 0), (select nullif(r.per_second, 0) from rate_limiting r
      where r.account_id = a.id and r.enabled)), 0)`
