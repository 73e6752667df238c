import type { Language } from './languages.ts'
import { literalIn, type SampleBody } from './literals.ts'

const URL = 'action=sms.message.send&accessKeyId='

/** A program in each language that sends one message in simple mode and prints the reply. */
export const simpleSend: Readonly<Record<Language, (body: SampleBody) => string>> = {
  curl: (body) => `curl "$ENDPOINT/?${URL}$KEY" \\
  -H 'Content-Type: application/json' \\
  -d ${literalIn.curl(body)}`,
  node: (body) => `const { ENDPOINT, KEY } = process.env

const reply = await fetch(\`\${ENDPOINT}/?${URL}\${KEY}\`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(${literalIn.node(body)}),
})
console.log(await reply.text())`,
  python: (body) => `import json, os
from urllib.request import Request, urlopen

url = f'{os.environ["ENDPOINT"]}/?${URL}{os.environ["KEY"]}'
message = ${literalIn.python(body)}
headers = {"Content-Type": "application/json"}
print(urlopen(Request(url, json.dumps(message).encode(), headers)).read().decode())`,
  go: (body) => `package main

import (
	"io"
	"net/http"
	"os"
	"strings"
)

func main() {
	url := os.Getenv("ENDPOINT") + "/?${URL}" + os.Getenv("KEY")
	body := ${literalIn.go(body)}
	reply, err := http.Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		panic(err)
	}
	defer reply.Body.Close()
	io.Copy(os.Stdout, reply.Body)
}`,
  php: (body) => `<?php
$url = getenv('ENDPOINT') . '/?${URL}' . getenv('KEY');
$http = [
    'method' => 'POST',
    'header' => 'Content-Type: application/json',
    'content' => json_encode(${literalIn.php(body)}),
    'ignore_errors' => true,
];
echo file_get_contents($url, false, stream_context_create(['http' => $http]));`,
  java: (body) => `import java.net.URI;
import java.net.http.*;

public class Send {
  public static void main(String[] arguments) throws Exception {
    var url = System.getenv("ENDPOINT") + "/?${URL}" + System.getenv("KEY");
    var body = ${literalIn.java(body).replaceAll('\n    ', '\n      ')};
    var request = HttpRequest.newBuilder(URI.create(url))
      .header("Content-Type", "application/json")
      .POST(HttpRequest.BodyPublishers.ofString(body)).build();
    System.out.println(HttpClient.newHttpClient()
      .send(request, HttpResponse.BodyHandlers.ofString()).body());
  }
}`,
  csharp: (body) => `using System.Text;

string Env(string name) => Environment.GetEnvironmentVariable(name)!;

var url = $"{Env("ENDPOINT")}/?${URL}{Env("KEY")}";
var body = ${literalIn.csharp(body)};
var reply = await new HttpClient().PostAsync(
    url, new StringContent(body, Encoding.UTF8, "application/json"));
Console.WriteLine(await reply.Content.ReadAsStringAsync());`,
}
