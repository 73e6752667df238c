import type { Language } from './languages.ts'

/**
 * A function `send` in each language, with nothing but its standard library: it signs the query and the body in HMAC
 * mode, sends them and returns the reply as text. It reads ENDPOINT, KEY and SECRET from the environment.
 */
export const sendFunction: Readonly<Record<Language, string>> = {
  curl: String.raw`send() {
  body=$1; shift
  hash=$(printf %s "$body" | openssl dgst -sha256 -hex | sed 's/.* //')
  query="accessKeyId=$KEY"
  query="$query&action=sms.message.send"
  query="$query&algorithm=hmac-sha256"
  query="$query&bodySha256=$hash"
  query="$query&nonce=$(openssl rand -hex 16)"
  query="$query&timestamp=$(date +%s)"
  signature=$(printf %s "$query" |
    openssl dgst -sha256 -hmac "$SECRET" -hex | sed 's/.* //')
  curl "$ENDPOINT/?$query&signature=$signature" \
    -H 'Content-Type: application/json' -d "$body" "$@"
}`,
  node: `import { createHash, createHmac, randomBytes } from 'node:crypto'

const { ENDPOINT, KEY, SECRET } = process.env

async function send(message, headers = {}) {
  const body = JSON.stringify(message)
  const query = [
    \`accessKeyId=\${KEY}\`,
    'action=sms.message.send',
    'algorithm=hmac-sha256',
    \`bodySha256=\${createHash('sha256').update(body).digest('hex')}\`,
    \`nonce=\${randomBytes(16).toString('hex')}\`,
    \`timestamp=\${Math.floor(Date.now() / 1000)}\`,
  ].join('&')
  const signature = createHmac('sha256', SECRET).update(query).digest('hex')
  const reply = await fetch(\`\${ENDPOINT}/?\${query}&signature=\${signature}\`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  })
  return reply.text()
}`,
  python: `import hashlib, hmac, json, os, secrets, time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

ENDPOINT, KEY, SECRET = (os.environ[name] for name in ("ENDPOINT", "KEY", "SECRET"))

def send(message, headers={}):
    body = json.dumps(message).encode()
    query = "&".join([
        f"accessKeyId={KEY}",
        "action=sms.message.send",
        "algorithm=hmac-sha256",
        f"bodySha256={hashlib.sha256(body).hexdigest()}",
        f"nonce={secrets.token_hex(16)}",
        f"timestamp={int(time.time())}",
    ])
    signature = hmac.new(SECRET.encode(), query.encode(), "sha256").hexdigest()
    url = f"{ENDPOINT}/?{query}&signature={signature}"
    headers = {"Content-Type": "application/json", **headers}
    try:
        return urlopen(Request(url, body, headers)).read().decode()
    except HTTPError as failure:
        return failure.read().decode()`,
  go: `package main

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"
)

func send(body string, headers ...string) (string, error) {
	nonce := make([]byte, 16)
	rand.Read(nonce)
	query := strings.Join([]string{
		"accessKeyId=" + os.Getenv("KEY"),
		"action=sms.message.send",
		"algorithm=hmac-sha256",
		fmt.Sprintf("bodySha256=%x", sha256.Sum256([]byte(body))),
		fmt.Sprintf("nonce=%x", nonce),
		fmt.Sprintf("timestamp=%d", time.Now().Unix()),
	}, "&")
	mac := hmac.New(sha256.New, []byte(os.Getenv("SECRET")))
	mac.Write([]byte(query))
	url := fmt.Sprintf("%s/?%s&signature=%x", os.Getenv("ENDPOINT"), query, mac.Sum(nil))
	request, err := http.NewRequest("POST", url, strings.NewReader(body))
	if err != nil {
		return "", err
	}
	request.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", err
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	return string(text), err
}`,
  php: String.raw`<?php
function send(array $message, array $headers = []): string
{
    $body = json_encode($message);
    $query = implode('&', [
        'accessKeyId=' . getenv('KEY'),
        'action=sms.message.send',
        'algorithm=hmac-sha256',
        'bodySha256=' . hash('sha256', $body),
        'nonce=' . bin2hex(random_bytes(16)),
        'timestamp=' . time(),
    ]);
    $signature = hash_hmac('sha256', $query, getenv('SECRET'));
    $http = [
        'method' => 'POST',
        'header' => ['Content-Type: application/json', ...$headers],
        'content' => $body,
        'ignore_errors' => true,
    ];
    $url = getenv('ENDPOINT') . "/?$query&signature=$signature";
    return file_get_contents($url, false, stream_context_create(['http' => $http]));
}`,
  java: `import java.net.URI;
import java.net.http.*;
import java.security.*;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class Hongyan {
  static String send(String body, String... headers) throws Exception {
    var hex = HexFormat.of();
    var nonce = new byte[16];
    new SecureRandom().nextBytes(nonce);
    var query = String.join("&",
      "accessKeyId=" + System.getenv("KEY"),
      "action=sms.message.send",
      "algorithm=hmac-sha256",
      "bodySha256=" + hex.formatHex(
        MessageDigest.getInstance("SHA-256").digest(body.getBytes("UTF-8"))),
      "nonce=" + hex.formatHex(nonce),
      "timestamp=" + System.currentTimeMillis() / 1000);
    var mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(System.getenv("SECRET").getBytes("UTF-8"), "HmacSHA256"));
    var signature = hex.formatHex(mac.doFinal(query.getBytes("UTF-8")));
    var url = System.getenv("ENDPOINT") + "/?" + query + "&signature=" + signature;
    var request = HttpRequest.newBuilder(URI.create(url))
      .header("Content-Type", "application/json")
      .POST(HttpRequest.BodyPublishers.ofString(body));
    if (headers.length > 0) request.headers(headers);
    return HttpClient.newHttpClient()
      .send(request.build(), HttpResponse.BodyHandlers.ofString()).body();
  }
}`,
  csharp: `using System.Security.Cryptography;
using System.Text;

var http = new HttpClient();
var (endpoint, key, secret) = (Env("ENDPOINT"), Env("KEY"), Env("SECRET"));

string Env(string name) => Environment.GetEnvironmentVariable(name)!;
string Hex(byte[] bytes) => Convert.ToHexString(bytes).ToLower();

async Task<string> Send(string body, params (string Name, string Value)[] headers)
{
    var query = string.Join("&",
        $"accessKeyId={key}",
        "action=sms.message.send",
        "algorithm=hmac-sha256",
        $"bodySha256={Hex(SHA256.HashData(Encoding.UTF8.GetBytes(body)))}",
        $"nonce={Hex(RandomNumberGenerator.GetBytes(16))}",
        $"timestamp={DateTimeOffset.UtcNow.ToUnixTimeSeconds()}");
    var signature = Hex(HMACSHA256.HashData(
        Encoding.UTF8.GetBytes(secret), Encoding.UTF8.GetBytes(query)));
    var url = $"{endpoint}/?{query}&signature={signature}";
    var request = new HttpRequestMessage(HttpMethod.Post, url)
    {
        Content = new StringContent(body, Encoding.UTF8, "application/json"),
    };
    foreach (var (name, value) in headers) request.Headers.Add(name, value);
    var reply = await http.SendAsync(request);
    return await reply.Content.ReadAsStringAsync();
}`,
}
