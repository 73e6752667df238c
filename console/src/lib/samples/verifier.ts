import type { Language } from './languages.ts'

/**
 * A function `verify` in each language, with nothing but its standard library: true for a webhook that is signed with
 * the secret and at most five minutes old. It takes the three headers and the raw body, and reads WEBHOOK_SECRET from
 * the environment.
 */
const verifiers: Readonly<Record<Language, string>> = {
  curl: String.raw`# verify ID TIMESTAMP SIGNATURES < raw-body
verify() (
  case $2 in '' | *[!0-9]*) return 1 ;; esac
  [ "${'$'}{#2}" -le 12 ] || return 1
  age=$(($(date +%s) - $2))
  [ "${'$'}{age#-}" -le 300 ] || return 1
  key=$(printf %s "${'$'}{WEBHOOK_SECRET#whsec_}" | openssl base64 -d -A |
    od -An -v -tx1 | tr -d ' \n')
  mac() { openssl dgst -sha256 -mac HMAC -macopt "hexkey:$1" -binary | openssl base64 -A; }
  expected=$({ printf '%s.%s.' "$1" "$2"; cat; } | mac "$key")
  # Codes under a random key: how long a comparison takes says nothing about them.
  blind=$(openssl rand -hex 32)
  wanted=$(printf 'v1,%s' "$expected" | mac "$blind")
  set -f
  for one in $3; do
    [ "$(printf %s "$one" | mac "$blind")" != "$wanted" ] || return 0
  done
  return 1
)`,
  node: `import { createHmac, timingSafeEqual } from 'node:crypto'

const key = Buffer.from(process.env.WEBHOOK_SECRET.replace(/^whsec_/, ''), 'base64')

// body: the raw bytes or text of the request, before any parsing
function verify(id, timestamp, signatures, body) {
  if (!id || !signatures || !/^[0-9]{1,12}$/.test(timestamp)) return false
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false
  const mac = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\`).update(body)
  const expected = Buffer.from(\`v1,\${mac.digest('base64')}\`)
  return signatures.split(' ').some((one) => {
    const given = Buffer.from(one)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}`,
  python: `import base64, hashlib, hmac, os, re, time

KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))

# body: the raw bytes of the request, before any parsing
def verify(id, timestamp, signatures, body):
    if not id or not signatures or not re.fullmatch("[0-9]{1,12}", timestamp or ""):
        return False
    if abs(time.time() - int(timestamp)) > 300:
        return False
    mac = hmac.new(KEY, f"{id}.{timestamp}.".encode() + body, hashlib.sha256)
    expected = b"v1," + base64.b64encode(mac.digest())
    return any(hmac.compare_digest(one.encode(), expected) for one in signatures.split(" "))`,
  go: `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"os"
	"strconv"
	"strings"
	"time"
)

// body: the raw bytes of the request, before any parsing
func verify(id, timestamp, signatures string, body []byte) bool {
	key, err := base64.StdEncoding.DecodeString(
		strings.TrimPrefix(os.Getenv("WEBHOOK_SECRET"), "whsec_"))
	if err != nil || len(key) == 0 {
		return false
	}
	sent, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return false
	}
	if age := time.Now().Unix() - sent; age > 300 || age < -300 {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	for _, one := range strings.Split(signatures, " ") {
		if hmac.Equal([]byte(one), expected) {
			return true
		}
	}
	return false
}`,
  php: String.raw`<?php
// $body: the raw request, as file_get_contents('php://input') returns it
function verify(string $id, string $timestamp, string $signatures, string $body): bool
{
    if (!preg_match('/^[0-9]{1,12}$/D', $timestamp)) return false;
    if (abs(time() - (int) $timestamp) > 300) return false;
    $secret = preg_replace('/^whsec_/', '', getenv('WEBHOOK_SECRET'));
    $key = base64_decode($secret, true);
    if ($key === false || $key === '') return false;
    $mac = hash_hmac('sha256', "$id.$timestamp.$body", $key, true);
    $expected = 'v1,' . base64_encode($mac);
    foreach (explode(' ', $signatures) as $one) {
        if (hash_equals($expected, $one)) return true;
    }
    return false;
}`,
  java: `import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class Webhooks {
  // body: the raw bytes of the request, before any parsing
  static boolean verify(String id, String timestamp, String signatures, byte[] body)
      throws Exception {
    if (id == null || timestamp == null || signatures == null) return false;
    if (!timestamp.matches("[0-9]{1,12}")) return false;
    var age = System.currentTimeMillis() / 1000 - Long.parseLong(timestamp);
    if (Math.abs(age) > 300) return false;
    var secret = System.getenv("WEBHOOK_SECRET").replaceFirst("^whsec_", "");
    var mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret), "HmacSHA256"));
    mac.update((id + "." + timestamp + ".").getBytes("UTF-8"));
    var code = Base64.getEncoder().encodeToString(mac.doFinal(body));
    var expected = ("v1," + code).getBytes("UTF-8");
    for (var one : signatures.split(" ")) {
      if (MessageDigest.isEqual(one.getBytes("UTF-8"), expected)) return true;
    }
    return false;
  }
}`,
  csharp: `using System.Security.Cryptography;
using System.Text;

// body: the raw bytes of the request, before any parsing
static bool Verify(string id, string timestamp, string signatures, byte[] body)
{
    if (!long.TryParse(timestamp, out var sent)) return false;
    var now = DateTimeOffset.UtcNow.ToUnixTimeSeconds();
    if (sent < now - 300 || sent > now + 300) return false;
    var secret = Environment.GetEnvironmentVariable("WEBHOOK_SECRET")!;
    if (secret.StartsWith("whsec_")) secret = secret[6..];
    byte[] text = [.. Encoding.UTF8.GetBytes($"{id}.{timestamp}."), .. body];
    var mac = HMACSHA256.HashData(Convert.FromBase64String(secret), text);
    var expected = Encoding.UTF8.GetBytes("v1," + Convert.ToBase64String(mac));
    return signatures.Split(' ').Any(one =>
        CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(one), expected));
}`,
}

/** The verifier of webhooks in a language. */
export const verifierSample = (language: Language): string => verifiers[language]
